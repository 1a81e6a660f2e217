import { metrics } from "#texts/generated/metrics";
import { trends as copy } from "#texts/trends";
import { isKeyOf } from "../../../api/isKeyOf";
import type { Comparison, TrendRow, TrendsAnswer, Unit } from "../../../generated/wire";
import { LANGUAGE } from "../../../texts/language";
import { calendarPeriodOf } from "../../filters/comparison";
import type { Window } from "../../filters/dates";
import { windowLength } from "../../filters/periods";
import { isWithinChance } from "../frame/chance";

/** A table of the trends panel: the figures of a period and of an earlier one. */
export type TrendTable = {
  readonly title: string;
  readonly subtitle: string;
  readonly before: Window;
  readonly now: Window;
  readonly rows: readonly TrendRow[];
};

/** The name of a row: that of its metric, if the page is not in the server's language. */
export function labelOf({ metric, typeName }: TrendRow): string {
  return LANGUAGE !== "en" && isKeyOf(metrics, metric) ? metrics[metric].label : typeName;
}

/** The unit of a row: that of its metric; an unknown metric is a percentage or a count. */
export function unitOf(row: TrendRow): Unit {
  if (isKeyOf(metrics, row.metric)) return metrics[row.metric].unit;
  return row.isPercentage ? "percent" : "count";
}

/** Whether the change of a row may be chance; undefined where that is not known. */
export function isRowWithinChance({ metric, filterPeriodValue, popValue }: TrendRow): boolean | undefined {
  return isKeyOf(metrics, metric) ? isWithinChance(metrics[metric], filterPeriodValue, popValue) : undefined;
}

/** The heading of the table with the chosen comparison. */
function headingOf(
  window: Window,
  comparison: Comparison,
  yearStart: number,
): Pick<TrendTable, "title" | "subtitle"> {
  const full = comparison === "PREVIOUS_FULL_PERIOD" ? calendarPeriodOf(window, yearStart) : null;
  if (full) return { title: copy.headings.PREVIOUS_FULL_PERIOD, subtitle: copy.againstFull(full.unit) };
  if (comparison === "SAME_WEEKDAYS_LAST_YEAR" || comparison === "SELECTED_DATES")
    return { title: copy.headings[comparison], subtitle: copy.against[comparison] };
  const { count, unit } = windowLength(window);
  return { title: copy.headings.PREVIOUS_PERIOD, subtitle: copy.againstBefore(count, unit) };
}

/**
 * The tables of an answer: against the chosen period, and against last year. The program's years begin with the month
 * `yearStart`.
 */
export function trendTables(answer: TrendsAnswer, comparison: Comparison, yearStart: number): TrendTable[] {
  const now = { start: answer.startDate, end: answer.endDate };
  const chosen: TrendTable = {
    ...headingOf(now, comparison, yearStart),
    before: { start: answer.startDatePop, end: answer.endDatePop },
    now,
    rows: answer.pops,
  };
  const lastYear: TrendTable = {
    title: copy.headings.SAME_DATES_LAST_YEAR,
    subtitle: copy.againstLastYear,
    before: { start: answer.startDateYoy, end: answer.endDateYoy },
    now,
    rows: answer.yoys,
  };
  return comparison === "NONE" ? [lastYear] : [chosen, lastYear];
}
