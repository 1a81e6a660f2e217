import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type MetricId, metrics } from "#texts/generated/metrics";
import { declaredQuery, useYearStart } from "../../../api/query";
import type { TotalsAnswer, TotalsPath } from "../../../generated/calls";
import type {
  Change,
  Comparison,
  FilterParams,
  Hidden,
  HiddenFields,
  Point,
  Totals,
} from "../../../generated/wire";
import { namedComparison } from "../../filters/comparison";
import { isWithinChance } from "../frame/chance";

/** The headline figures of a screen: one object per card, and the comparison of every metric. */
export function useTotals<P extends TotalsPath>(
  endpoint: P,
  params: FilterParams,
): UseQueryResult<TotalsAnswer<P>> {
  return useQuery(
    declaredQuery<TotalsAnswer<P>>("POST", endpoint, params, { blocking: true, keepsLast: true }),
  );
}

/**
 * The figure of a metric in a totals answer; null if there is none. A card with a single figure of
 * years and months, such as the average tenure, gives whole months.
 */
export function figureOf(totals: Totals, metric: MetricId): number | null {
  const [name = "", field] = metric.split(".");
  const card = totals[name] as Record<string, number | null> | undefined;
  if (field === undefined) {
    const { years, months } = card ?? {};
    return typeof years === "number" && typeof months === "number" ? years * 12 + months : null;
  }
  return card?.[field] ?? null;
}

/** Why the figure of a metric is hidden; undefined if it is shown. */
export function hiddenOf(totals: Totals, metric: MetricId): Hidden | undefined {
  const [name = "", field = "years"] = metric.split(".");
  const card = totals[name] as { readonly hidden?: HiddenFields } | undefined;
  return card?.hidden?.[field];
}

/** The figure of a metric; null where it is not shown, and where its 0 stands for no data. */
export const knownFigureOf = (totals: Totals, metric: MetricId): number | null =>
  hiddenOf(totals, metric) ? null : figureOf(totals, metric);

/** The points of a line, without figures at these places, which have no data. */
export const withGaps = (points: readonly Point[], gaps: readonly number[] = []): readonly Point[] =>
  points.map(([label, value], at) => [label, gaps.includes(at) ? null : value]);

/** The comparison of an answer, as texts name it. */
export function useComparisonOf({ comparedWith: { comparison, startDate, endDate } }: Totals): Comparison {
  const compared = startDate && endDate ? { start: startDate, end: endDate } : null;
  return namedComparison(comparison, compared, useYearStart());
}

/** The change of a metric; undefined if the answer has none. */
export function changeOf(totals: Totals, metric: MetricId): Change | undefined {
  const change = totals.compare?.[metric];
  if (!change || change.changePercent === null) return change;
  const { before, withinChance: said } = change;
  const withinChance = isWithinChance(metrics[metric], knownFigureOf(totals, metric), before, said);
  return withinChance === undefined ? change : { ...change, withinChance };
}
