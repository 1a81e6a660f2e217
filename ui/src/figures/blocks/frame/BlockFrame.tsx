import { type ReactNode, type Ref, useId } from "react";
import { charts } from "#texts/blocks";
import { blocks as copy } from "#texts/page";
import { useMinimumMembers } from "../../../api/query";
import { classNames } from "../../../kit/classNames";
import { Loaded } from "../../../kit/parts/Loaded";
import { lateName } from "../../lateNames";
import type { BlockState } from "../useBlocks";
import css from "./BlockFrame.module.css";
import { BlockNote } from "./BlockNote";
import type { BlockViewProps } from "./blockViewProps";
import { EmptyBlock } from "./EmptyBlock";

export type BlockFrameProps = {
  readonly view: Pick<BlockViewProps, "declaration" | "wide" | "choice" | "skeleton">;
  readonly state: Pick<BlockState, "source" | "isStale"> & Partial<Pick<BlockState, "block">>;
  /** The block's own filter and its downloads. */
  readonly tools?: ReactNode;
  /** Removes the padding of the body, for tables. */
  readonly flush?: boolean;
  /** Content above the figures, shown even if there are none. */
  readonly above?: ReactNode;
  /** Whether there is nothing to show. */
  readonly isEmpty: boolean;
  /** Lines under the figures, before the one that the block declares. */
  readonly notes?: readonly string[];
  /** Refers to the element. */
  readonly place?: Ref<HTMLElement>;
  readonly children?: ReactNode;
};

type HiddenNoteProps = { readonly count: number; readonly flush: boolean };

/** Says how many figures are hidden. */
function HiddenNote({ count, flush }: HiddenNoteProps) {
  return <BlockNote flush={flush}>{copy.hidden.note(count, useMinimumMembers())}</BlockNote>;
}

/** The frame of a block: title, tools, and a body with the figures, their skeleton or an error. */
export function BlockFrame(props: BlockFrameProps) {
  const { view, state, tools, flush = false, above, isEmpty, notes = [], place, children } = props;
  const { declaration, wide, choice, skeleton } = view;
  const { title, subtitle, note } = declaration;
  const heading = useId();
  const line = typeof subtitle === "function" ? subtitle(choice.timeScale) : subtitle;
  const { source, isStale, block } = state;
  const isBusy = isStale || (source.data === undefined && source.error === null);
  return (
    <section
      ref={place}
      className={css.frame}
      data-wide={wide || undefined}
      data-small={("small" in declaration && declaration.small) || undefined}
      aria-labelledby={heading}
      aria-busy={isBusy}
    >
      <header className={css.head}>
        <div className={css.titles}>
          <h2 id={heading} className={css.title}>
            {title}
          </h2>
          {line && <p className={css.subtitle}>{line}</p>}
        </div>
        {tools && <div className={css.tools}>{tools}</div>}
      </header>
      {isBusy && <span className={css.progress} aria-hidden="true" />}
      <div className={classNames(css.body, flush && css.flush)} data-stale={isStale || undefined}>
        <Loaded of={source} failed={copy.failedTitle(title)} waiting={skeleton}>
          {() => (
            <>
              {above}
              <div className={css.figures}>
                {isEmpty ? (
                  <EmptyBlock
                    title={charts.emptyTitle(title)}
                    {...(block?.notLoaded && { hint: copy.noData.table(lateName(block.notLoaded)) })}
                  />
                ) : (
                  children
                )}
                {block?.hidden ? <HiddenNote count={block.hidden} flush={flush} /> : null}
                {!isEmpty &&
                  [...notes, ...(note ? [note] : [])].map((text) => (
                    <BlockNote key={text} flush={flush}>
                      {text}
                    </BlockNote>
                  ))}
              </div>
            </>
          )}
        </Loaded>
      </div>
    </section>
  );
}
