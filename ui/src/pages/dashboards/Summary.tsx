import { blocks as copy, screens } from "#texts/page";
import { StatStrip, StatStripSkeleton } from "../../figures/blocks/card/StatStrip";
import { useTotals } from "../../figures/blocks/card/useTotals";
import type { FilterParams } from "../../generated/wire";
import { Loaded } from "../../kit/parts/Loaded";
import type { SummaryDeclaration } from "./declaration";
import css from "./Page.module.css";
import { useCurrency } from "./useCurrency";

export type SummaryProps = { readonly summary: SummaryDeclaration; readonly params: FilterParams };

/** The figures at the top of a breakdown. */
export function Summary({ summary: { endpoint, metrics }, params }: SummaryProps) {
  const totals = useTotals(endpoint, params);
  const currency = useCurrency();
  return (
    <Loaded
      of={totals}
      failed={copy.failedTitle(screens.summary)}
      box={css.panel}
      waiting={<StatStripSkeleton count={metrics.length} />}
    >
      {(answer) => (
        <StatStrip
          metrics={metrics}
          totals={answer}
          currency={currency}
          isBusy={totals.isFetching}
          params={params}
        />
      )}
    </Loaded>
  );
}
