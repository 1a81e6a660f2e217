import { useMemo, useState } from "react";
import { useProgram } from "../api/query";
import { type BlockDeclaration, wideBlocks } from "../blocks/declaration";
import { EmptyBlock } from "../blocks/frame/EmptyBlock";
import { nameColours } from "../blocks/nameColours";
import type { ScreenBlocks } from "../blocks/useBlocks";
import { useChoices } from "../blocks/useChoices";
import { BlockView } from "../blocks/view/BlockView";
import { isEmptyBlock } from "../blocks/view/emptiness";
import { blocks as copy } from "../copy";
import { windowOf } from "../filters/model";
import { useNarrowing } from "../filters/narrowing";
import { useAppliedFilters } from "../filters/useFilters";
import type { BreakdownDeclaration } from "./declaration";
import css from "./Page.module.css";
import { useCurrency } from "./useCurrency";

/** Properties of {@link BlockGrid}. */
export type BlockGridProps = {
  readonly blocks: readonly BlockDeclaration[];
  readonly screen: ScreenBlocks;
  /** What its files are called by: the screen, and what is chosen on it. */
  readonly filePrefix: readonly string[];
  /** As {@link BreakdownDeclaration} has it. */
  readonly abreast?: BreakdownDeclaration["abreast"];
  /** As {@link BreakdownDeclaration} has it. */
  readonly percentDecimals?: BreakdownDeclaration["percentDecimals"] | undefined;
};

/** The blocks of a screen. An empty one is left out and named beneath. */
export function BlockGrid({ blocks, screen, filePrefix, abreast, percentDecimals }: BlockGridProps) {
  const filters = useAppliedFilters();
  const today = useProgram().data?.today;
  const currency = useCurrency();
  const narrowing = useNarrowing(screen.params);
  // Held here and not in the block: a block that is left out for one period keeps its choice.
  const choices = useChoices(blocks);
  // As long as the screen stands a name has one colour, whatever is filtered and grouped in between.
  const [colours] = useState(() => nameColours(copy.other));
  const answer = screen.all.data;
  const leftOut = answer ? blocks.filter((block) => isEmptyBlock(block, answer[block.block])) : [];
  const shown = blocks.filter((block) => !leftOut.includes(block));
  const wide = wideBlocks(shown);
  const window = useMemo(() => (today === undefined ? null : windowOf(filters, today)), [filters, today]);
  return (
    <div className={css.blockSection}>
      {shown.length === 0 ? (
        <div className={css.panel}>
          <EmptyBlock title={copy.nothingTitle} hint={copy.nothingHint} />
        </div>
      ) : (
        <div className={css.blocks} data-abreast={abreast}>
          {shown.map((block) => (
            <BlockView
              key={block.id}
              declaration={block}
              wide={wide.has(block.id)}
              screen={screen}
              filePrefix={[...filePrefix, ...narrowing]}
              colours={colours}
              choice={choices.of(block)}
              onChoose={choices.chooserOf(block.id)}
              window={window}
              currency={currency}
              percentDecimals={percentDecimals}
            />
          ))}
        </div>
      )}
      {leftOut.length > 0 && (
        <p className={css.leftOut}>{copy.leftOut(leftOut.map((block) => block.title).join(", "))}</p>
      )}
    </div>
  );
}
