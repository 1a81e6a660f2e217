/** Answers, and the data that the page reads from them, for tests. */
import type { AnyBlock } from "../../generated/calls";
import type { ChartPeriod } from "../../generated/wire";
import type { PeriodFigures, PeriodsData } from "./blockData";

/** A block as its call returns it, with the default filter. */
export function blockAnswer(type: string, data: unknown, rest: Partial<AnyBlock> = {}): AnyBlock {
  return {
    type,
    filterParams: {
      timeScale: "BY_MONTHS",
      viewBy: "TOTALS",
      viewByH1: "LOB",
      viewByH2: "NONE",
      recordCount: null,
    },
    data,
    ...rest,
  };
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Complete months from `first` on (yyyy-mm), with data for them and for the year before. */
export function monthsFrom(first: string, count: number): ChartPeriod[] {
  const from = Number(first.slice(0, 4)) * 12 + Number(first.slice(5)) - 1;
  return Array.from({ length: count }, (_, at) => {
    const [year, month] = [Math.floor((from + at) / 12), (from + at) % 12];
    const day = (date: Date) => date.toISOString().slice(0, 10);
    const end = day(new Date(Date.UTC(year, month + 1, 0)));
    return {
      label: `${MONTHS[month]} ${year}`,
      start: day(new Date(Date.UTC(year, month, 1))),
      end,
      through: end,
      complete: true,
      covered: true,
      previousCovered: true,
    };
  });
}

/** Total figures by month. */
export function wholeByMonth(
  first: string,
  figures: PeriodFigures,
  before: PeriodFigures | null = null,
): PeriodsData {
  const count = Object.values(figures)[0]?.length ?? 0;
  const lines = [{ name: null, figures }];
  return { form: "periods", scale: "BY_MONTHS", periods: monthsFrom(first, count), lines, before };
}

/** One figure, `value`, by month of several groups. */
export function groupsByMonth(
  first: string,
  groups: readonly (readonly [name: string, ...values: number[]])[],
): PeriodsData {
  const count = (groups[0]?.length ?? 1) - 1;
  const lines = groups.map(([name, ...value]) => ({ name, figures: { value } }));
  return { form: "periods", scale: "BY_MONTHS", periods: monthsFrom(first, count), lines, before: null };
}
