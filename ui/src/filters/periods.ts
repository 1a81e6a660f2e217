import type { Period } from "../api/generated/wire";
import { addDays, addMonths, daysIn, firstOfYear, type Window, wholeMonthsIn, yearOf } from "./dates";

/** The periods in the order of the list. */
export const PERIODS = [
  "SELECTED_DATE",
  "LAST_7DAYS",
  "LAST_30DAYS",
  "LAST_90DAYS",
  "LAST_12MONTHS",
  "PREVIOUS_YEAR",
  "THIS_YEAR",
] as const satisfies readonly Period[];

/**
 * The window of a period.
 *
 * @param period the chosen period
 * @param range the custom range; null means the default one, the first day of yesterday's year to yesterday
 * @param today the program's day, from the server
 * @param yearStart the month, 1 to 12, with which the program's years begin
 */
export function periodWindow(period: Period, range: Window | null, today: string, yearStart: number): Window {
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
