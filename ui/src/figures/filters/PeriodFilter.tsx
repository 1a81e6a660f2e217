import { CalendarDays } from "lucide-react";
import { Suspense } from "react";
import { filters as copy } from "#texts/page";
import { useProgram } from "../../api/query";
import { lazyComponent } from "../../kit/lazy";
import { formatDate, formatShortDate, rangeParts } from "../../texts/format";
import { yearOf } from "./dates";
import type { FilterDeclaration, FilterPartProps } from "./filterDeclaration";
import { windowOf } from "./model";
import css from "./PeriodFilter.module.css";
import { isThisYear, periodWindow } from "./periods";
import { useProgramCalendar } from "./programCalendar";

const Panel = lazyComponent(() => import("./PeriodPanel"));
const OutsideData = lazyComponent(() => import("./OutsideData"));

function PeriodValue({ filters, today }: FilterPartProps) {
  const window = windowOf(filters, today, useProgramCalendar());
  const { from, to, year } = rangeParts(window.start, window.end);
  const until = useProgram().data?.dataUntil;
  // A period that is whole by its name may end in days that are not loaded yet.
  const isShort = until && until >= window.start && until < window.end;
  const isSameYear = isShort && yearOf(until) === yearOf(window.end);
  return (
    <>
      {from === null ? to : `${from} – ${to}`}
      {/* A phone has no room for the year, and the current year needs no mention. */}
      {isThisYear(window, today) ? <span className={css.year}>{year}</span> : year}{" "}
      {isShort && (
        <span className={css.until}>{copy.dataTo((isSameYear ? formatShortDate : formatDate)(until))}</span>
      )}
    </>
  );
}

function PeriodNote({ filters, today }: FilterPartProps) {
  const program = useProgram().data;
  const calendar = useProgramCalendar();
  const window = windowOf(filters, today, calendar);
  const thisYear = periodWindow("THIS_YEAR", null, today, calendar);
  if (!program?.dataFrom || !program.dataUntil) return null;
  const data = { start: program.dataFrom, end: program.dataUntil };
  const isOutside = window.end < data.start || window.start > data.end;
  // Screens then open on the last days with data, and say so.
  const hasEnded = data.end < thisYear.start && window.end === data.end;
  if (!isOutside && !hasEnded) return null;
  return (
    <Suspense>
      <OutsideData window={window} data={data} />
    </Suspense>
  );
}

/** The period and what it is compared with. */
export const periodFilter: FilterDeclaration = {
  id: "period",
  icon: CalendarDays,
  title: copy.period,
  label: (filters) => copy.periods[filters.period],
  Value: PeriodValue,
  Note: PeriodNote,
  Panel,
  prefetch: Panel.load,
};
