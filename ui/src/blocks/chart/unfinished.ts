import type { ChartPeriod, TimeScale } from "../../api/generated/wire";
import { blocks as copy } from "../../copy";
import { daysInMonth } from "../../day";
import { formatShortDate } from "../../format";

/** The first and the last day of the month, quarter or year that contains a day. */
function calendarPeriod(day: string, scale: TimeScale): { start: string; end: string } {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const length = { BY_MONTHS: 1, BY_QUARTERS: 3, BY_YEARS: 12 }[scale];
  const first = month - ((month - 1) % length);
  const last = first + length - 1;
  const write = (of: number, date: number) =>
    `${day.slice(0, 4)}-${String(of).padStart(2, "0")}-${String(date).padStart(2, "0")}`;
  return { start: write(first, 1), end: write(last, daysInMonth(year, last)) };
}

/** The days that an unfinished period counts, such as "to Nov 20"; null for a complete one. */
export function daysOf({ complete, start, through }: ChartPeriod, scale: TimeScale): string | null {
  // Without data there is nothing to count.
  if (complete || !through || through < start) return null;
  const whole = calendarPeriod(start, scale);
  const [isLate, isEarly] = [start > whole.start, through < whole.end];
  const [from, to] = [formatShortDate(start), formatShortDate(through)];
  if (isLate && isEarly) return copy.fromTo(from, to);
  if (isLate) return copy.fromDay(from);
  return isEarly ? copy.toDay(to) : null;
}
