import { type ReactNode, useId } from "react";
import { useKeptFocus } from "../../kit/useKeptFocus";
import css from "./planner.module.css";

type SectionProps = {
  readonly title: string;
  readonly detail?: ReactNode;
  /** Beside the title. */
  readonly tools?: ReactNode;
  /** Without padding, for tables. */
  readonly flush?: boolean;
  readonly busy?: boolean;
  readonly children: ReactNode;
};

/** A box with a heading, which gets the focus where what had it in the box is gone. */
export function Section({ title, detail, tools, flush = false, busy = false, children }: SectionProps) {
  const id = useId();
  const box = useKeptFocus<HTMLElement>();
  return (
    <section ref={box} className={css.section} aria-labelledby={id} aria-busy={busy}>
      <header className={css.head}>
        <div className={css.titles}>
          <h2 id={id}>{title}</h2>
          {detail && <p className={css.detail}>{detail}</p>}
        </div>
        {tools && <div className={css.tools}>{tools}</div>}
      </header>
      <div className={flush ? undefined : css.body}>{children}</div>
    </section>
  );
}
