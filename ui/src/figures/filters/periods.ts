import type { Period } from "../../generated/wire";
import {
  addDays,
  addMonths,
  daysIn,
  firstOfMonths,
  firstOfWeek,
  firstOfYear,
  type Window,
  wholeMonthsIn,
  yearOf,
} from "./dates";
import type { ProgramCalendar } from "./programCalendar";

/** The periods in the order of the list. */
export const PERIODS = [
  "YESTERDAY",
  "LAST_FULL_WEEK",
  "MONTH_TO_DATE",
  "QUARTER_TO_DATE",
  "LAST_7DAYS",
  "LAST_30DAYS",
  "LAST_90DAYS",
  "LAST_12MONTHS",
  "PREVIOUS_YEAR",
  "THIS_YEAR",
  "LAST_FULL_MONTH",
  "LAST_FULL_QUARTER",
  "SELECTED_DATE",
] as const satisfies readonly Period[];

/** So many months that end before a day. */
function monthsBefore(day: string, count: number): Window {
  return { start: addMonths(day, -count), end: addDays(day, -1) };
}

/**
 * The window of a period.
 *
 * @param period the chosen period
 * @param range the custom range; null means the default one, the first day of yesterday's year to yesterday
 * @param today the program's day, from the server
 */
export function periodWindow(
  period: Period,
  range: Window | null,
  today: string,
  { yearStart, firstWeekday }: ProgramCalendar,
): Window {
  const yesterday = addDays(today, -1);
  const thisYear: Window = { start: firstOfYear(yesterday, yearStart), end: yesterday };
  const lastDays = (count: number): Window => ({ start: addDays(yesterday, 1 - count), end: yesterday });
  switch (period) {
    case "LAST_7DAYS":
      return lastDays(7);
    case "LAST_30DAYS":
      return lastDays(30);
    case "LAST_90DAYS":
      return lastDays(90);
    case "LAST_12MONTHS":
      return { start: addMonths(today, -12), end: yesterday };
    case "PREVIOUS_YEAR": {
      const end = addDays(thisYear.start, -1);
      return { start: firstOfYear(end, yearStart), end };
    }
    case "THIS_YEAR":
      return thisYear;
    case "LAST_FULL_WEEK": {
      const start = addDays(firstOfWeek(today, firstWeekday), -7);
      return { start, end: addDays(start, 6) };
    }
    case "LAST_FULL_MONTH":
      return monthsBefore(firstOfMonths(today, 1, 1), 1);
    case "LAST_FULL_QUARTER":
      return monthsBefore(firstOfMonths(today, 3, yearStart), 3);
    case "YESTERDAY":
      return lastDays(1);
    case "MONTH_TO_DATE":
      return { start: firstOfMonths(yesterday, 1, 1), end: yesterday };
    case "QUARTER_TO_DATE":
      return { start: firstOfMonths(yesterday, 3, yearStart), end: yesterday };
    case "SELECTED_DATE":
      return range ?? thisYear;
  }
}

/**
 * The previous period: as many whole months just before where the window is whole
 * calendar months, otherwise as many days just before.
 */
export function windowBefore(window: Window): Window {
  const end = addDays(window.start, -1);
  const months = wholeMonthsIn(window);
  if (months !== null) return { start: addMonths(window.start, -months), end };
  return { start: addDays(window.start, -daysIn(window)), end };
}

/** The length of a window: in months where it is whole months, else in days. */
export function windowLength(window: Window): { count: number; unit: "month" | "day" } {
  const months = wholeMonthsIn(window);
  return months === null ? { count: daysIn(window), unit: "day" } : { count: months, unit: "month" };
}

/** Whether a narrow button may omit the year: the whole window is in the current calendar year. */
export function isThisYear(window: Window, today: string): boolean {
  return yearOf(window.start) === yearOf(today) && yearOf(window.end) === yearOf(today);
}
