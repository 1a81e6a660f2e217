import type { Comparison, Period, ProgramInfo } from "../../generated/wire";
import { addDays, addMonths, type Window, wholeMonthsIn } from "./dates";
import { windowBefore } from "./periods";

/** The comparisons of a period, in the order of the choice. */
export const COMPARISONS = [
  "PREVIOUS_PERIOD",
  "SAME_DATES_LAST_YEAR",
  "SAME_WEEKDAYS_LAST_YEAR",
  "PREVIOUS_FULL_PERIOD",
  "SELECTED_DATES",
  "NONE",
] as const satisfies readonly Comparison[];

/** The comparison of calls and addresses that name none. */
export const DEFAULT_COMPARISON = "PREVIOUS_PERIOD" satisfies Comparison;

/** The same dates a year earlier; whole months stay whole. */
export function windowLastYear({ start, end }: Window): Window {
  const isWhole = wholeMonthsIn({ start, end }) !== null;
  return {
    start: addMonths(start, -12),
    end: isWhole ? addDays(addMonths(addDays(end, 1), -12), -1) : addMonths(end, -12),
  };
}

/** How many months a calendar period holds. */
const MONTHS_IN = { month: 1, quarter: 3, year: 12 } as const;

/** A calendar month, or a quarter or year of the program. */
type CalendarPeriod = { readonly unit: keyof typeof MONTHS_IN; readonly window: Window };

/**
 * The smallest calendar period that starts with the window and contains it; null if there is none.
 *
 * @param yearStart the month, 1 to 12, with which the program's years begin
 */
export function calendarPeriodOf({ start, end }: Window, yearStart: number): CalendarPeriod | null {
  if (!start.endsWith("-01")) return null;
  const month = Number(start.slice(5, 7));
  const begins = { month: true, quarter: (month - yearStart + 12) % 3 === 0, year: month === yearStart };
  for (const unit of ["month", "quarter", "year"] as const) {
    const last = addDays(addMonths(start, MONTHS_IN[unit]), -1);
    if (begins[unit] && end <= last) return { unit, window: { start, end: last } };
  }
  return null;
}

/** Whether the window is a month, quarter or year to date: it starts with one and ends before its end. */
export function isToDate(window: Window, yearStart: number): boolean {
  const period = calendarPeriodOf(window, yearStart);
  return period !== null && window.end < period.window.end;
}

/** The periods that can be to date. Others roll, and sometimes happen to begin with a month. */
const TO_DATE: readonly Period[] = ["MONTH_TO_DATE", "QUARTER_TO_DATE", "THIS_YEAR", "SELECTED_DATE"];

/**
 * The comparison that a period begins with: a month, quarter or year to date has the same dates last year, if the program
 * wants it and they are loaded. The months before would compare seasons.
 */
export function firstComparison(
  period: Period,
  window: Window,
  program: Pick<ProgramInfo, "compareToDate" | "firstDay" | "dataFrom" | "fiscalYearStart"> | undefined,
): Comparison {
  if (program?.compareToDate !== "last_year" || !TO_DATE.includes(period)) return DEFAULT_COMPARISON;
  return isToDate(window, program.fiscalYearStart) && hasLastYear(window, firstDayOf(program))
    ? "SAME_DATES_LAST_YEAR"
    : DEFAULT_COMPARISON;
}

/** The first day with logins; in a program without any, with other data. */
export const firstDayOf = ({ firstDay, dataFrom }: Pick<ProgramInfo, "firstDay" | "dataFrom">) =>
  firstDay ?? dataFrom;

/** Whether the same dates a year earlier are loaded: as for the server, from their first day. */
export function hasLastYear(window: Window, firstDay: string | null): boolean {
  return firstDay !== null && firstDay <= windowLastYear(window).start;
}

/** The whole month, quarter or year before the one that the window starts with; else the window before. */
function fullWindowBefore(window: Window, yearStart: number): Window {
  const period = calendarPeriodOf(window, yearStart);
  return windowBefore(period?.window ?? window);
}

/**
 * The comparison as texts name it. A window that is in no calendar period is compared with the period before, also where
 * the full one was chosen.
 *
 * @param compared the window that is compared with
 */
export function namedComparison(
  comparison: Comparison,
  compared: Window | null,
  yearStart: number,
): Comparison {
  if (comparison !== "PREVIOUS_FULL_PERIOD" || compared === null) return comparison;
  return calendarPeriodOf(compared, yearStart)?.window.end === compared.end ? comparison : DEFAULT_COMPARISON;
}

/** Fifty-two weeks. */
const DAYS_TO_LAST_YEARS_WEEKDAY = -364;

/**
 * The window that a window is compared with; null without a comparison.
 *
 * @param dates the window of SELECTED_DATES
 */
export function comparedWindow(
  window: Window,
  comparison: Comparison,
  yearStart: number,
  dates: Window | null = null,
): Window | null {
  switch (comparison) {
    case "PREVIOUS_PERIOD":
      return windowBefore(window);
    case "SAME_DATES_LAST_YEAR":
      return windowLastYear(window);
    case "SAME_WEEKDAYS_LAST_YEAR":
      return {
        start: addDays(window.start, DAYS_TO_LAST_YEARS_WEEKDAY),
        end: addDays(window.end, DAYS_TO_LAST_YEARS_WEEKDAY),
      };
    case "PREVIOUS_FULL_PERIOD":
      return fullWindowBefore(window, yearStart);
    case "SELECTED_DATES":
      return dates;
    case "NONE":
      return null;
  }
}
