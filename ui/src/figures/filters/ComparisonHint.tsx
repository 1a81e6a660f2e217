import { useRef } from "react";
import { filters as copy } from "#texts/page";
import { formatRange } from "../../texts/format";
import css from "./ComparisonHint.module.css";
import { comparedWindow, DEFAULT_COMPARISON, hasLastYear, isToDate, namedComparison } from "./comparison";
import { type Filters, windowOf } from "./model";
import { useProgramCalendar } from "./programCalendar";

export type ComparisonHintProps = {
  readonly applied: Filters;
  readonly today: string;
  /** The first loaded day; null while nothing is loaded. */
  readonly firstDay: string | null;
  onChoose(next: Filters): void;
};

/**
 * What the screen's figures are compared with. Comparing a year to date with the end of the previous year misleads, so
 * a period to date offers the same dates last year in one click, if they are loaded.
 */
export function ComparisonHint({ applied, today, firstDay, onChoose }: ComparisonHintProps) {
  const { comparison } = applied;
  const said = useRef<HTMLSpanElement>(null);
  const calendar = useProgramCalendar();
  const { yearStart } = calendar;
  const window = windowOf(applied, today, calendar);
  const compared = comparedWindow(window, comparison, yearStart, applied.comparedRange);
  const offers =
    comparison === DEFAULT_COMPARISON && isToDate(window, yearStart) && hasLastYear(window, firstDay);
  return (
    <div className={css.hint} data-offers={offers || undefined}>
      <span ref={said} tabIndex={-1} className={css.compared}>
        {compared ? (
          <>
            {copy.comparedWith(formatRange(compared.start, compared.end))}{" "}
            <span className={css.kind}>
              {copy.comparisonName(copy.comparisons[namedComparison(comparison, compared, yearStart)])}
            </span>
          </>
        ) : (
          copy.notCompared
        )}
      </span>
      {offers && (
        <button
          type="button"
          className={css.choose}
          onClick={() => {
            onChoose({ ...applied, comparison: "SAME_DATES_LAST_YEAR" });
            // The click removes the button; the focus moves to what it changed.
            said.current?.focus();
          }}
        >
          <span className={css.long}>{copy.compareWithLastYear}</span>
          <span className={css.short} aria-hidden="true">
            {copy.comparisons.SAME_DATES_LAST_YEAR}
          </span>
        </button>
      )}
    </div>
  );
}
