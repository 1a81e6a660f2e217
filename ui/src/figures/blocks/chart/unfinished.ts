import { charts } from "#texts/blocks";
import { blocks as copy } from "#texts/page";
import { currentProgram } from "../../../api/query";
import type { ChartPeriod, TimeScale } from "../../../generated/wire";
import { formatShortDate } from "../../../texts/format";
import { addDays, addMonths, firstOfWeek, type Window } from "../../filters/dates";

const MONTHS_IN = { BY_MONTHS: 1, BY_QUARTERS: 3, BY_YEARS: 12 } as const;

/** The week of the program, month, quarter or year that contains a day, or this day. */
function calendarPeriod(day: string, scale: TimeScale): Window {
  if (scale === "BY_DAYS") return { start: day, end: day };
  if (scale === "BY_WEEKS") {
    const start = firstOfWeek(day, currentProgram()?.firstWeekday === "monday" ? 1 : 0);
    return { start, end: addDays(start, 6) };
  }
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
