import { type MetricId, metrics } from "#texts/generated/metrics";
import { blocks as copy, screens } from "#texts/page";
import type { FilterParams, Totals } from "../../../generated/wire";
import { Skeleton } from "../../../kit/Skeleton";
import { MetricName } from "../frame/MetricName";
import { ChangeDetail } from "./ChangeDetail";
import { ComparedFigure } from "./ComparedFigure";
import css from "./StatStrip.module.css";
import { changeOf, hiddenOf, useComparisonOf } from "./useTotals";

export type StatStripProps = {
  readonly metrics: readonly MetricId[];
  readonly totals: Totals;
  readonly currency: string;
  /** Whether the next figures are being loaded. */
  readonly isBusy?: boolean;
  /** The filter of the figures. */
  readonly params: FilterParams;
};

/** The summary of a breakdown: its card's figures side by side. */
export function StatStrip({ metrics: shown, totals, currency, isBusy, params }: StatStripProps) {
  const comparison = useComparisonOf(totals);
  return (
    <section className={css.strip} aria-label={screens.summary} aria-busy={isBusy}>
      {shown.map((metric) => {
        const info = metrics[metric];
        const change = changeOf(totals, metric);
        return (
          <div key={metric} className={css.stat}>
            <MetricName metric={metric} />
            <div className={css.value}>
              <ComparedFigure metric={metric} totals={totals} currency={currency} params={params} />
            </div>
            {change && (
              <p className={css.detail}>
                <ChangeDetail
                  change={change}
                  hidden={hiddenOf(totals, metric)}
                  figure={info}
                  currency={currency}
                  sentence={copy.fromBefore[comparison]}
                />
              </p>
            )}
          </div>
        );
      })}
    </section>
  );
}

/** The strip while its figures load. */
export function StatStripSkeleton({ count }: { readonly count: number }) {
  return (
    <div className={css.strip} aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the grey shapes are all alike.
        <div key={at} className={css.stat}>
          <Skeleton width={90} height={11} className={css.gap} />
          <Skeleton width={170} height={28} className={css.gap} />
          <Skeleton width={190} height={11} />
        </div>
      ))}
    </div>
  );
}
