import { panels as copy } from "#texts/filters";
import { formatDate } from "../../texts/format";
import css from "./ComparisonHint.module.css";
import { addDays, type Window } from "./dates";
import { useDraft } from "./draft";
import { withRange } from "./model";
import { useApplyFilters } from "./useFilters";

/** How many days are offered. */
const OFFERED_DAYS = 30;

export type OutsideDataProps = {
  /** The period, which has no day with data, or is the last that has some. */
  readonly window: Window;
  /** The first and last day with data. */
  readonly data: Window;
};

/**
 * Says that the period is before or after all data, and offers the nearest days that have some. Of a period on the last days
 * with data it says that these are the last, and offers this year.
 */
export default function OutsideData({ window, data }: OutsideDataProps) {
  const [applyFilters, applied] = useApplyFilters();
  const isWithin = window.end >= data.start && window.start <= data.end;
  const isBefore = window.end < data.start;
  const nearest = isBefore
    ? { start: data.start, end: addDays(data.start, OFFERED_DAYS - 1) }
    : { start: addDays(data.end, 1 - OFFERED_DAYS), end: data.end };
  const offered = {
    start: nearest.start < data.start ? data.start : nearest.start,
    end: nearest.end > data.end ? data.end : nearest.end,
  };
  return (
    <>
      {isWithin
        ? copy.lastData(formatDate(data.end))
        : isBefore
          ? copy.dataBegin(formatDate(data.start))
          : copy.dataEnd(formatDate(data.end))}{" "}
      <button
        type="button"
        className={css.choose}
        onClick={(event) => {
          // The click removes the button; the focus stays in the bar.
          event.currentTarget.closest("section")?.focus();
          // A draft that waits would bring the old period back.
          useDraft.getState().drop();
          applyFilters(
            isWithin ? { ...applied, period: "THIS_YEAR", range: null } : withRange(applied, offered),
          );
        }}
      >
        {isWithin ? copy.showThisYear : isBefore ? copy.showFirstDays : copy.showLastDays}
      </button>
    </>
  );
}
