/** The cohorts as lines. */

import type { AxisModel, Series } from "../../figures/blocks/chart/models";
import type { CohortRow } from "../../generated/wire";
import { LOCALE } from "../../texts/language";

/** The most lines: with more nobody can follow one. */
const MOST_LINES = 6;
/** A line of fewer points is not drawn. */
const LEAST_POINTS = 2;

const format = new Intl.DateTimeFormat(LOCALE, { month: "short", year: "numeric", timeZone: "UTC" });

/** `Jan 2026` of `2026-01`. */
export function monthName(month: string): string {
  return format.format(new Date(`${month}-01T00:00:00Z`));
}

/** Cohorts at even distances, the latest among them, by age. */
export function cohortLines(cohorts: readonly CohortRow[]): AxisModel {
  const long = cohorts.filter(({ ages }) => ages.length >= LEAST_POINTS);
  const step = Math.max(1, Math.ceil(long.length / MOST_LINES));
  const drawn = long.filter((_, at) => (long.length - 1 - at) % step === 0);
  const points = Math.max(0, ...drawn.map(({ ages }) => ages.length));
  const series = drawn.map(({ month, ages }, at): Series => {
    const hidden = ages.map(({ hidden }) => hidden);
    return {
      name: monthName(month),
      key: month,
      values: Array.from({ length: points }, (_, age) => ages[age]?.percent ?? null),
      hidden: hidden.some((why) => why !== null) ? hidden : undefined,
      colour: at,
    };
  });
  return {
    labels: Array.from({ length: points }, (_, age) => String(age + 1)),
    series,
    available: cohorts.length,
  };
}
