import type { ReactNode } from "react";
import css from "./Facts.module.css";

/** A list of names and values. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={css.facts}>{children}</dl>;
}

/** One of them. */
export function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
