import { useState } from "react";
import { useProgram } from "../api/query";
import { BlockView } from "../blocks/BlockView";
import { defaultOwnFilter, isEmptyBlock, type OwnFilter, wideBlocks } from "../blocks/declaration";
import { StatStrip, StatStripSkeleton } from "../blocks/StatStrip";
import { useBlocks } from "../blocks/useBlocks";
import { useTotals } from "../blocks/useTotals";
import { blocks as copy, screens } from "../copy";
import { FilterBar } from "../filters/FilterBar";
import { toParams, windowOf } from "../filters/model";
import { useAppliedFilters } from "../filters/useFilters";
import { guardedRoutes } from "../paths";
import { ErrorState } from "../ui/ErrorState";
import type { BreakdownDeclaration } from "./declaration";
import css from "./Page.module.css";
import { PageHeader } from "./PageHeader";
import { useCurrency } from "./useCurrency";

/** A breakdown, drawn as it is declared. */
export default function BreakdownPage({ declaration }: { readonly declaration: BreakdownDeclaration }) {
  const { route, parent, bar, recordCount } = declaration;
  const filters = useAppliedFilters();
  const today = useProgram().data?.today;
  const currency = useCurrency();
  // Held here and not in the block: a block that is left out for one period keeps its choice.
  const [own, setOwn] = useState<Readonly<Record<string, OwnFilter>>>({});
  const params = toParams(filters, bar);
  const screen = useBlocks(
    declaration.endpoint,
    recordCount === undefined ? params : { ...params, recordCount },
  );
  const answer = screen.all.data;
  const leftOut = answer
    ? declaration.blocks.filter((block) => isEmptyBlock(block, answer[block.block]))
    : [];
  const shown = declaration.blocks.filter((block) => !leftOut.includes(block));
  const wide = wideBlocks(shown);
  const window = today === undefined ? null : windowOf(filters, today);

  return (
    <div className={css.page}>
      <PageHeader title={guardedRoutes[route]} parent={parent} />
      <FilterBar kind={bar} />
      <Summary declaration={declaration} currency={currency} />
      <div className={css.blocks}>
        {shown.map((block) => (
          <BlockView
            key={block.id}
            declaration={block}
            wide={wide.has(block.id)}
            screen={screen}
            own={own[block.id] ?? defaultOwnFilter(block)}
            onOwn={(next) => setOwn((before) => ({ ...before, [block.id]: next }))}
            window={window}
            currency={currency}
          />
        ))}
      </div>
      {leftOut.length > 0 && (
        <p className={css.leftOut}>{copy.leftOut(leftOut.map((block) => block.title).join(", "))}</p>
      )}
    </div>
  );
}

function Summary({ declaration, currency }: { declaration: BreakdownDeclaration; currency: string }) {
  const { endpoint, metrics } = declaration.summary;
  const totals = useTotals(endpoint, toParams(useAppliedFilters(), declaration.bar));
  if (totals.isError) {
    return (
      <div className={css.panel}>
        <ErrorState title={copy.failedTitle(screens.summary)} onRetry={() => void totals.refetch()} />
      </div>
    );
  }
  if (!totals.data) return <StatStripSkeleton count={metrics.length} />;
  return <StatStrip metrics={metrics} totals={totals.data} currency={currency} />;
}
