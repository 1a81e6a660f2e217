import { charts } from "#texts/blocks";
import { blocks as copy } from "#texts/page";
import type { ChartPeriod, TimeScale } from "../../../generated/wire";
import { formatShortDate } from "../../../texts/format";
import { addDays, addMonths, type Window } from "../../filters/dates";

const MONTHS_IN: Readonly<Record<TimeScale, number>> = { BY_MONTHS: 1, BY_QUARTERS: 3, BY_YEARS: 12 };

/** The month, quarter or year that contains a day. */
function calendarPeriod(day: string, scale: TimeScale): Window {
  const months = MONTHS_IN[scale];
  const monthsBefore = Number(day.slice(5, 7)) - 1;
  const start = addMonths(`${day.slice(0, 7)}-01`, -(monthsBefore % months));
  return { start, end: addDays(addMonths(start, months), -1) };
}

/** The days that an unfinished period counts, such as "to Nov 20"; null for a complete one. */
export function daysOf({ complete, start, through }: ChartPeriod, scale: TimeScale): string | null {
  // Without data there is nothing to count.
  if (complete || !through || through < start) return null;
  const whole = calendarPeriod(start, scale);
  const [isLate, isEarly] = [start > whole.start, through < whole.end];
  const [from, to] = [formatShortDate(start), formatShortDate(through)];
  if (isLate && isEarly) return charts.fromTo(from, to);
  if (isLate) return charts.fromDay(from);
  return isEarly ? copy.toDay(to) : null;
}
