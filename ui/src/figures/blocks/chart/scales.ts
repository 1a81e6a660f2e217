import { charts as copy } from "#texts/blocks";
import type { ChartPeriod, TimeScale } from "../../../generated/wire";
import { daysIn, type Window } from "../../filters/dates";

const SCALES = [
  "BY_DAYS",
  "BY_WEEKS",
  "BY_MONTHS",
  "BY_QUARTERS",
  "BY_YEARS",
] as const satisfies readonly TimeScale[];
const MONTHS_IN = { BY_MONTHS: 1, BY_QUARTERS: 3, BY_YEARS: 12 } as const;
const DAYS_IN = { BY_DAYS: 1, BY_WEEKS: 7 } as const;
/** The scale that charts have until somebody chooses another one. */
export const OPENING_SCALE = "BY_MONTHS" satisfies TimeScale;
/** As on the server (`src/figures/period.rs`). */
const MOST_DAYS = 92;

const isOfDays = (scale: TimeScale): scale is keyof typeof DAYS_IN => Object.hasOwn(DAYS_IN, scale);

/** The scale that a chart of a window has where this one is chosen: days and weeks are for short windows. */
export const scaleIn = (scale: TimeScale, window: Window | null): TimeScale =>
  isOfDays(scale) && window && daysIn(window) > MOST_DAYS ? OPENING_SCALE : scale;

/** As {@link scaleIn}, with days in place of months that nobody chose and that would be a single point. */
export function drawnScale(chosen: TimeScale, window: Window | null): TimeScale {
  const isOnePoint =
    chosen === OPENING_SCALE && window && pointsIn(window.start, window.end, OPENING_SCALE) === 1;
  return isOnePoint ? "BY_DAYS" : scaleIn(chosen, window);
}

/** The number of days, weeks, months, quarters or years that days are in; of weeks the fewest. */
function pointsIn(start: string, end: string, scale: TimeScale): number {
  if (isOfDays(scale)) return Math.ceil(daysIn({ start, end }) / DAYS_IN[scale]);
  const at = (day: string) =>
    Math.floor((Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1) / MONTHS_IN[scale]);
  return at(end) - at(start) + 1;
}

/**
 * The scales of a chart to choose from. One that would draw a single point is off, unless it is the one that is shown.
 *
 * @param periods the periods that the chart has in any scale
 * @param window the window that it is of
 */
export function scalesOf(
  periods: readonly ChartPeriod[] | undefined,
  shown: TimeScale,
  window: Window | null,
) {
  const [first, last] = [periods?.[0]?.start, periods?.at(-1)?.end];
  return SCALES.filter((value) => window !== null || !isOfDays(value))
    .filter((value) => scaleIn(value, window) === value)
    .map((value) => ({
      value,
      label: copy.timeScales[value],
      disabled:
        value !== shown && first !== undefined && last !== undefined && pointsIn(first, last, value) < 2,
    }));
}
