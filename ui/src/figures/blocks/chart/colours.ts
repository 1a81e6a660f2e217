import type { MetricId } from "#texts/generated/metrics";

/** The colours of metrics that are drawn beside another one, as indexes of the categorical colours. */
const BESIDE: Partial<Record<MetricId, number>> = {
  "visitors.pageViews": 1,
  "offerDto.newOffers": 1,
};

/**
 * The colour index of a figure: all have the same one, which stands for the period that is shown, so that no hue says good
 * or bad. Only figures of one chart differ.
 *
 * @param id the metric; null for a figure that is none
 * @param isAlone whether the chart draws no other
 */
export function metricColour(id: MetricId | null, isAlone: boolean): number {
  return (isAlone || id === null ? undefined : BESIDE[id]) ?? 0;
}
