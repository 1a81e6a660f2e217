import type { FormFault } from "../formFault";
import css from "../forms/FormFaults.module.css";

type FormFaultsProps = {
  readonly of: { readonly fault: FormFault };
  /** Whether it takes no place while there is nothing to show. */
  readonly isTight?: boolean;
};

/**
 * What is wrong with a form, except what its fields show; to screen readers that, too. The region is there before its text,
 * so that they announce it.
 */
export function FormFaults({ of: { fault }, isTight = false }: FormFaultsProps) {
  const { rest, summary } = fault;
  return (
    <div role="alert" className={isTight && rest.length === 0 ? "sr-only" : css.rest}>
      {rest.length > 0 && <p className={css.fault}>{rest.join("\n")}</p>}
      {summary.map((text) => (
        <p key={text} className="sr-only">
          {text}
        </p>
      ))}
    </div>
  );
}
