import type { ReactNode } from "react";
import css from "./Fold.module.css";

type FoldProps = {
  readonly title: string;
  /** In a box without padding. */
  readonly flush?: boolean;
  readonly children: ReactNode;
};

/** What only some readers need, behind its title. */
export function Fold({ title, flush = false, children }: FoldProps) {
  return (
    <details className={css.fold} data-flush={flush || undefined}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
