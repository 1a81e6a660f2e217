import { type ReactNode, useId } from "react";
import { blocks as copy } from "../../copy";
import { classNames } from "../../kit/classNames";
import { ErrorState } from "../../kit/ErrorState";
import type { BlockState } from "../useBlocks";
import css from "./BlockFrame.module.css";

/** Properties of {@link BlockFrame}. */
export type BlockFrameProps = {
  readonly title: string;
  readonly subtitle?: string | undefined;
  /** The block's own filter and its downloads. */
  readonly tools?: ReactNode;
  readonly wide?: boolean | undefined;
  /** Needs half the room of a chart: two stand abreast where charts stand alone. */
  readonly small?: boolean | undefined;
  /** The body runs to the frame's edges, as tables do. */
  readonly flush?: boolean;
  readonly state: Pick<BlockState, "isLoading" | "isStale" | "error" | "retry">;
  readonly skeleton: ReactNode;
  readonly children: ReactNode;
};

/** The frame of a block: title, tools, and in its body the figures, their skeleton or what went wrong. */
export function BlockFrame(props: BlockFrameProps) {
  const { title, subtitle, tools, wide, small, flush, state, skeleton, children } = props;
  const heading = useId();
  const failed = state.error !== null;
  return (
    <section
      className={css.frame}
      data-wide={wide || undefined}
      data-small={small || undefined}
      aria-labelledby={heading}
      aria-busy={state.isStale || state.isLoading}
    >
      <header className={css.head}>
        <div className={css.titles}>
          <h2 id={heading} className={css.title}>
            {title}
          </h2>
          {subtitle && <p className={css.subtitle}>{subtitle}</p>}
        </div>
        {tools && <div className={css.tools}>{tools}</div>}
      </header>
      <div className={classNames(css.body, flush && css.flush)} data-stale={state.isStale || undefined}>
        {failed ? (
          <ErrorState title={copy.failedTitle(title)} onRetry={state.retry} />
        ) : state.isLoading ? (
          skeleton
        ) : (
          children
        )}
      </div>
    </section>
  );
}
