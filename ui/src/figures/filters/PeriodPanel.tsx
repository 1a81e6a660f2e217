import { Check } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { panels } from "#texts/filters";
import { filters as copy } from "#texts/page";
import { useKnownProgram } from "../../api/query";
import type { Comparison, Period } from "../../generated/wire";
import { DatePicker } from "../../kit/DatePicker";
import { RadioList } from "../../kit/RadioList";
import { formatRange } from "../../texts/format";
import { useChosenComparison } from "./chosenComparison";
import { COMPARISONS, comparedWindow, DEFAULT_COMPARISON, firstComparison } from "./comparison";
import type { Window } from "./dates";
import type { FilterPanelProps } from "./filterDeclaration";
import { type Filters, isValidRange, windowOf, withComparison, withPeriod, withRange } from "./model";
import css from "./PeriodPanel.module.css";
import { PERIODS } from "./periods";
import { useProgramCalendar } from "./programCalendar";

type CustomRangeProps = {
  readonly labels: { readonly start: string; readonly end: string };
  readonly window: Window;
  readonly today: string;
  onChange(next: Window): void;
};

/** Two read-only date pickers, which report an invalid date themselves. */
function CustomRange({ labels, window, today, onChange }: CustomRangeProps) {
  return (
    <div className={css.range}>
      <DatePicker
        label={labels.start}
        value={window.start}
        max={today}
        onChange={(start) => onChange({ ...window, start })}
      />
      <DatePicker
        label={labels.end}
        value={window.end}
        min={window.start}
        max={today}
        onChange={(end) => onChange({ ...window, end })}
      />
      <p className={css.hint}>{panels.bothIncluded}</p>
    </div>
  );
}

function ComparisonChoice({ filters, today, edit }: Pick<FilterPanelProps, "filters" | "today" | "edit">) {
  const calendar = useProgramCalendar();
  const { yearStart } = calendar;
  const choose = useChosenComparison((state) => state.choose);
  const window = windowOf(filters, today, calendar);
  const isKnown = isValidRange(window, today);
  const { comparedRange } = filters;
  const comparedBy = (comparison: Comparison) =>
    isKnown ? comparedWindow(window, comparison, yearStart, comparedRange) : null;
  return (
    <>
      <RadioList
        label={panels.compareWith}
        options={COMPARISONS.map((comparison) => {
          const compared = comparedBy(comparison);
          return {
            value: comparison,
            label: copy.comparisons[comparison],
            detail: compared && formatRange(compared.start, compared.end),
          };
        })}
        value={filters.comparison}
        onChange={(comparison) => {
          choose(comparison);
          edit(
            withComparison(
              filters,
              comparison,
              comparedBy(filters.comparison) ?? comparedBy(DEFAULT_COMPARISON) ?? window,
            ),
          );
        }}
      />
      {filters.comparison === "SELECTED_DATES" && comparedRange && (
        <CustomRange
          labels={panels.compared}
          window={comparedRange}
          today={today}
          onChange={(next) => edit({ ...filters, comparedRange: next })}
        />
      )}
    </>
  );
}

/** Moves the focus to the chosen period, and with it the list, once the layer has its place and height. */
function startAt(chosen: HTMLButtonElement | null): (() => void) | undefined {
  if (!chosen) return;
  const frame = requestAnimationFrame(() => chosen.focus());
  return () => cancelAnimationFrame(frame);
}

/** The arrow keys move through the periods; else they would scroll the page behind. */
function moveBetween(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  buttons[buttons.indexOf(event.target as HTMLButtonElement) + step]?.focus();
}

/** The periods, two date pickers for a custom one, and what the period is compared with. */
export default function PeriodPanel({ filters, today, compares, edit, close }: FilterPanelProps) {
  const calendar = useProgramCalendar();
  const program = useKnownProgram();
  const window = windowOf(filters, today, calendar);
  const firstOf = (of: Filters) => firstComparison(of.period, windowOf(of, today, calendar), program);
  const chosen = useChosenComparison((state) => state.chosen);
  // A comparison that was not chosen goes with its period.
  const isFirst = filters.comparison === firstOf(filters) && filters.comparison !== chosen;
  const editPeriod = (next: Filters) => edit(isFirst ? { ...next, comparison: firstOf(next) } : next);
  const [opened] = useState(filters.period);
  const choose = (period: Period) => {
    if (period === "SELECTED_DATE") {
      // Custom starts with the dates shown.
      if (filters.period !== "SELECTED_DATE") editPeriod(withRange(filters, window));
      return;
    }
    editPeriod(withPeriod(filters, period));
    close();
  };
  return (
    <div className={css.panel}>
      <ul className={css.options} onKeyDown={moveBetween}>
        {PERIODS.map((period) => (
          <li key={period}>
            <button
              ref={opened === period ? startAt : undefined}
              type="button"
              className={css.option}
              aria-pressed={filters.period === period}
              onClick={() => choose(period)}
            >
              {copy.periods[period]}
              {filters.period === period && <Check size={15} strokeWidth={2.5} aria-hidden="true" />}
            </button>
          </li>
        ))}
      </ul>
      <div className={css.detail}>
        <p className={css.window}>{formatRange(window.start, window.end)}</p>
        {filters.period === "SELECTED_DATE" && (
          <CustomRange
            labels={panels}
            window={window}
            today={today}
            onChange={(next) => editPeriod(withRange(filters, next))}
          />
        )}
        {compares && <ComparisonChoice filters={filters} today={today} edit={edit} />}
      </div>
    </div>
  );
}
