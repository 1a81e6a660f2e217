import { blocks as copy, screens } from "#texts/page";
import { reasonOf } from "../../api/reason";
import { StatStrip, StatStripSkeleton } from "../../figures/blocks/card/StatStrip";
import { useTotals } from "../../figures/blocks/card/useTotals";
import type { FilterParams } from "../../generated/wire";
import { ErrorState } from "../../kit/ErrorState";
import type { SummaryDeclaration } from "./declaration";
import css from "./Page.module.css";
import { useCurrency } from "./useCurrency";

export type SummaryProps = { readonly summary: SummaryDeclaration; readonly params: FilterParams };

/** The figures at the top of a breakdown. */
export function Summary({ summary: { endpoint, metrics }, params }: SummaryProps) {
  const totals = useTotals(endpoint, params);
  const currency = useCurrency();
  if (totals.isError) {
    return (
      <div className={css.panel}>
        <ErrorState
          title={copy.failedTitle(screens.summary)}
          detail={reasonOf(totals.error)}
          onRetry={() => void totals.refetch()}
        />
      </div>
    );
  }
  if (!totals.data) return <StatStripSkeleton count={metrics.length} />;
  return (
    <StatStrip
      metrics={metrics}
      totals={totals.data}
      currency={currency}
      isBusy={totals.isFetching}
      params={params}
    />
  );
}
