/**
 * Calendar days as the API writes them: `yyyy-mm-dd`, without a time or a time zone.
 *
 * Arithmetic uses day numbers, so the browser's time zone and clock do not matter.
 */

import { daysInMonth } from "../../texts/day";

const DAY_MS = 86_400_000;

/** The first and the last day of a range, both included. */
export type Window = { readonly start: string; readonly end: string };

function partsOf(day: string): { year: number; month: number; date: number } {
  return { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)), date: Number(day.slice(8, 10)) };
}

function write(year: number, month: number, date: number): string {
  const pad = (value: number, length: number) => String(value).padStart(length, "0");
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(date, 2)}`;
}

/** Days since 1970-01-01. */
export function dayNumber(day: string): number {
  const { year, month, date } = partsOf(day);
  return Date.UTC(year, month - 1, date) / DAY_MS;
}

/** The day with this number; the reverse of {@link dayNumber}. */
export function dayFromNumber(number: number): string {
  const date = new Date(number * DAY_MS);
  return write(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}

/** The day `count` days later, or earlier when it is negative. */
export function addDays(day: string, count: number): string {
  return dayFromNumber(dayNumber(day) + count);
}

/** The same date `count` months later; a date the month does not have becomes its last. */
export function addMonths(day: string, count: number): string {
  const { year, month, date } = partsOf(day);
  const months = year * 12 + (month - 1) + count;
  const [toYear, toMonth] = [Math.floor(months / 12), (((months % 12) + 12) % 12) + 1];
  return write(toYear, toMonth, Math.min(date, daysInMonth(toYear, toMonth)));
}

/**
 * The first day of the program's year that a day belongs to.
 *
 * @param yearStart the month, 1 to 12, with which years begin
 */
export function firstOfYear(day: string, yearStart: number): string {
  const { year, month } = partsOf(day);
  return write(month < yearStart ? year - 1 : year, yearStart, 1);
}

/**
 * The first day of the months that a day belongs to, where so many months begin together: 1, or 3 for a quarter.
 *
 * @param yearStart the month, 1 to 12, with which years begin
 */
export function firstOfMonths(day: string, count: 1 | 3, yearStart: number): string {
  const { year, month } = partsOf(day);
  return addMonths(write(year, month, 1), -((month - yearStart + 12) % count));
}

/** The first day of the week that a day belongs to; weeks begin with Sunday, 0, or Monday, 1. */
export function firstOfWeek(day: string, firstWeekday: 0 | 1): string {
  // Day 0, 1 January 1970, is a Thursday.
  const weekday = (dayNumber(day) + 4) % 7;
  return addDays(day, -((weekday - firstWeekday + 7) % 7));
}

/** The year of a day. */
export function yearOf(day: string): number {
  return partsOf(day).year;
}

/** How many days a window holds. */
export function daysIn(window: Window): number {
  return dayNumber(window.end) - dayNumber(window.start) + 1;
}

/** The number of whole calendar months in the window; null unless it is whole months. */
export function wholeMonthsIn(window: Window): number | null {
  const start = partsOf(window.start);
  const end = partsOf(window.end);
  if (start.date !== 1 || end.date !== daysInMonth(end.year, end.month)) return null;
  const months = (end.year - start.year) * 12 + (end.month - start.month) + 1;
  return months > 0 ? months : null;
}
