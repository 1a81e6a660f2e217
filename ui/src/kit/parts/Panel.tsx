import { type ReactNode, useEffect, useId, useRef } from "react";
import { classNames } from "..";
import css from "./Panel.module.css";

type PanelProps = {
  readonly title: string;
  readonly detail?: ReactNode;
  /** Whether the page scrolls to it when it appears, and its heading gets the focus. */
  readonly isEntered?: boolean;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** A part of a page: a box with a heading. */
export function Panel({ title, detail, actions, isEntered = false, children }: PanelProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isEntered) heading.current?.focus();
  }, [isEntered]);
  return (
    <section className={css.panel} aria-labelledby={id}>
      <header className={css.head}>
        <div className={css.titles}>
          <h2 id={id} ref={heading} tabIndex={isEntered ? -1 : undefined}>
            {title}
          </h2>
          {detail && <p className={css.detail}>{detail}</p>}
        </div>
        {actions && <div className={css.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}

type PanelBodyProps = {
  /** Keeps fields from being much longer than what is written into them. */
  readonly narrow?: boolean;
  readonly children: ReactNode;
};

/** The padded content of a panel, where it is not a table. */
export function PanelBody({ narrow = false, children }: PanelBodyProps) {
  return <div className={classNames(css.body, narrow && css.narrow)}>{children}</div>;
}
