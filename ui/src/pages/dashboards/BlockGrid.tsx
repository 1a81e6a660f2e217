import { useContext, useMemo } from "react";
import { charts as copy } from "#texts/blocks";
import { blocks as frames } from "#texts/page";
import { useProgram, useUserGroups } from "../../api/query";
import { drawnScale, scaleIn } from "../../figures/blocks/chart/scales";
import { type BlockDeclaration, hasScales, wideBlocks } from "../../figures/blocks/declaration";
import { EmptyBlock } from "../../figures/blocks/frame/EmptyBlock";
import { Locked } from "../../figures/blocks/frame/locked";
import { nameColours } from "../../figures/blocks/nameColours";
import type { ScreenBlocks } from "../../figures/blocks/useBlocks";
import { useViewStates } from "../../figures/blocks/useViewStates";
import { BlockView } from "../../figures/blocks/view/BlockView";
import { isEmptyBlock } from "../../figures/blocks/view/emptiness";
import type { ViewState } from "../../figures/blocks/viewState";
import { comparedWindow } from "../../figures/filters/comparison";
import type { Window } from "../../figures/filters/dates";
import { windowOf } from "../../figures/filters/model";
import { useNarrowing } from "../../figures/filters/narrowing";
import { useProgramCalendar } from "../../figures/filters/programCalendar";
import { useAppliedFilters } from "../../figures/filters/useFilters";
import { lateName } from "../../figures/lateNames";
import { useWays } from "../../figures/ways/useWays";
import { WaysContext } from "../../figures/ways/ways";
import type { BreakdownDeclaration } from "./declaration";
import css from "./Page.module.css";
import { useCurrency } from "./useCurrency";

export type BlockGridProps = {
  readonly blocks: readonly BlockDeclaration[];
  readonly screen: ScreenBlocks;
  /** The start of its file names: the screen, and the choice on it. */
  readonly filePrefix: readonly string[];
  /** As in {@link BreakdownDeclaration}. */
  readonly perRow?: BreakdownDeclaration["perRow"];
  /** As in {@link BreakdownDeclaration}. */
  readonly percentDecimals?: BreakdownDeclaration["percentDecimals"] | undefined;
};

/** How many blocks are drawn with the answer: about as many as a reader sees. The others follow. */
const FIRST_BLOCKS = 4;

/** A view as a window can have it. What was chosen stays, for the next one. A link answers the scales that it was made with. */
function within<V extends { readonly declaration: BlockDeclaration; readonly choice: ViewState }>(
  view: V,
  window: Window | null,
  isLocked: boolean,
): V {
  const scaleOf = isLocked || !hasScales(view.declaration) ? scaleIn : drawnScale;
  const timeScale = scaleOf(view.choice.timeScale, window);
  return timeScale === view.choice.timeScale ? view : { ...view, choice: { ...view.choice, timeScale } };
}

/** The blocks of a screen. Empty ones are left out and named below. */
export function BlockGrid({ blocks, screen, filePrefix, perRow, percentDecimals }: BlockGridProps) {
  const filters = useAppliedFilters();
  const today = useProgram().data?.today;
  const calendar = useProgramCalendar();
  const currency = useCurrency();
  const isLocked = useContext(Locked);
  const narrowing = useNarrowing(screen.params);
  const named = useMemo(() => [...filePrefix, ...narrowing], [filePrefix, narrowing]);
  // The state is here and not in the block, so that a block left out for one period does not lose its choice.
  const views = useViewStates(blocks);
  // A name has one colour while the screen is open, whatever is filtered and grouped.
  const groups = useUserGroups().data;
  const colours = useMemo(() => nameColours(copy.other, groups), [groups]);
  const answer = screen.all.data;
  const leftOut = answer ? blocks.filter((block) => isEmptyBlock(block, answer[block.block])) : [];
  const nameOf = ({ block, title }: BlockDeclaration) => {
    const table = answer?.[block]?.notLoaded;
    return table ? `${title} (${frames.noData.table(lateName(table))})` : title;
  };
  const shown = views.filter(({ declaration }) => !leftOut.includes(declaration));
  const wide = wideBlocks(shown.map(({ declaration }) => declaration));
  const window = useMemo(
    () => (today === undefined ? null : windowOf(filters, today, calendar)),
    [filters, today, calendar],
  );
  const compared = useMemo(
    () => window && comparedWindow(window, filters.comparison, calendar.yearStart, filters.comparedRange),
    [window, filters, calendar],
  );
  const kinds = useMemo(() => blocks.flatMap(({ items }) => items ?? []), [blocks]);
  const ways = useWays(kinds, window);
  return (
    <WaysContext value={ways}>
      <div className={css.blockSection}>
        {shown.length === 0 ? (
          <div className={css.panel}>
            <EmptyBlock title={copy.nothingTitle} hint={copy.nothingHint} />
          </div>
        ) : (
          <div className={css.blocks} data-per-row={perRow}>
            {shown.map((view, at) => (
              <BlockView
                key={view.declaration.id}
                {...within(view, window, isLocked)}
                isFirst={at < FIRST_BLOCKS}
                wide={wide.has(view.declaration.id)}
                screen={screen}
                filePrefix={named}
                colours={colours}
                window={window}
                compared={compared}
                currency={currency}
                percentDecimals={percentDecimals}
              />
            ))}
          </div>
        )}
        {leftOut.length > 0 && <p className={css.leftOut}>{copy.leftOut(leftOut.map(nameOf).join(", "))}</p>}
      </div>
    </WaysContext>
  );
}
