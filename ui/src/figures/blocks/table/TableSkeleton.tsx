import { Skeleton } from "../../../kit/Skeleton";
import css from "./TableSkeleton.module.css";

/** A table while its rows load. */
export function TableSkeleton({ columns }: { readonly columns: number }) {
  return (
    <div aria-hidden="true">
      {[120, 96, 110, 84, 104].map((width) => (
        <div key={width} className={css.row}>
          <Skeleton width={width} height={13} />
          {Array.from({ length: columns }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the grey shapes are all alike.
            <Skeleton key={at} width={64} height={13} />
          ))}
        </div>
      ))}
    </div>
  );
}
