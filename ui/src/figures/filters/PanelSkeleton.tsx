import { Skeleton } from "../../kit/Skeleton";
import css from "./PanelSkeleton.module.css";

/** The lists of a filter while they load, side by side. */
export function PanelSkeleton({ lists = 2 }: { readonly lists?: number }) {
  return (
    <div className={css.lists} aria-busy="true">
      {Array.from({ length: lists }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the grey shapes are all alike.
        <div key={at} className={css.list}>
          {[90, 120, 100, 110].map((width) => (
            <Skeleton key={width} width={width} height={16} />
          ))}
        </div>
      ))}
    </div>
  );
}
