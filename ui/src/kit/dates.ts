import { FIRST_YEAR, isDay, LAST_YEAR } from "../texts/day";

/** What is wrong with a date: not a date, before the minimum, after the maximum. */
export type DateError = "invalid" | "minDate" | "maxDate";

/** How far the year list reaches either side of today, and from a given minimum or maximum. */
const YEARS_AROUND = 10;
const MOST_YEARS = 500;

/**
 * Checks a date text: yyyy-mm-dd, year 1000 to 3000, a valid day of its month, within the limits.
 * @returns what is wrong, or null
 */
export function dateError(iso: string, limits: { min?: string; max?: string } = {}): DateError | null {
  if (!isDay(iso)) return "invalid";
  // Texts of this form sort like the days.
  if (limits.min && iso < limits.min) return "minDate";
  if (limits.max && iso > limits.max) return "maxDate";
  return null;
}

/** A date text as a local day, as the calendar uses them; undefined if it is no date. */
export function toLocalDay(iso: string | undefined): Date | undefined {
  if (!isDay(iso)) return undefined;
  const [year = 0, month = 1, day = 1] = iso.split("-").map(Number);
  return new Date(year, month - 1, day);
}

/** A local day as yyyy-mm-dd, from its local parts: toISOString would convert it to UTC. */
export function toIso(day: Date): string {
  const two = (n: number) => String(n).padStart(2, "0");
  return `${String(day.getFullYear()).padStart(4, "0")}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/**
 * The range of the calendar's lists: 10 years either side of the day shown, or up to 500 years
 * from the minimum or maximum if one is set.
 */
export function calendarReach(shown: Date, min?: string, max?: string): { from: Date; to: Date } {
  const first = toLocalDay(min);
  const last = toLocalDay(max);
  const year = shown.getFullYear();
  const from = first ?? new Date(last ? Math.max(FIRST_YEAR, year - MOST_YEARS) : year - YEARS_AROUND, 0, 1);
  const to = last ?? new Date(first ? Math.min(LAST_YEAR, year + MOST_YEARS) : year + YEARS_AROUND, 11, 31);
  return { from, to };
}
