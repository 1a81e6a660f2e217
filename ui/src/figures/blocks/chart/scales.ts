import { charts as copy } from "#texts/blocks";
import type { ChartPeriod, TimeScale } from "../../../generated/wire";

const SCALES = ["BY_MONTHS", "BY_QUARTERS", "BY_YEARS"] as const satisfies readonly TimeScale[];
const MONTHS_IN: Readonly<Record<TimeScale, number>> = { BY_MONTHS: 1, BY_QUARTERS: 3, BY_YEARS: 12 };

/** The number of months, quarters or years that days are in. */
function pointsIn(first: string, last: string, scale: TimeScale): number {
  const at = (day: string) =>
    Math.floor((Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1) / MONTHS_IN[scale]);
  return at(last) - at(first) + 1;
}

/**
 * The scales of a chart to choose from. One that would draw a single point is off, unless it is the one that is shown.
 *
 * @param periods the periods that the chart has in any scale
 */
export function scalesOf(periods: readonly ChartPeriod[] | undefined, shown: TimeScale) {
  const [first, last] = [periods?.[0]?.start, periods?.at(-1)?.end];
  return SCALES.map((value) => ({
    value,
    label: copy.timeScales[value],
    disabled:
      value !== shown && first !== undefined && last !== undefined && pointsIn(first, last, value) < 2,
  }));
}
