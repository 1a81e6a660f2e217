import type { ReactNode } from "react";
import css from "./Section.module.css";

/** The sections of a dialog, one below the other. */
export function Sections({ children }: { readonly children: ReactNode }) {
  return <div className={css.sections}>{children}</div>;
}

/** A part of a dialog with a heading. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={css.section}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** Buttons beside each other. */
export function Buttons({ children }: { readonly children: ReactNode }) {
  return <div className={css.buttons}>{children}</div>;
}

/** A text of less weight. */
export function Quiet({ children }: { readonly children: ReactNode }) {
  return <p className={css.quiet}>{children}</p>;
}
