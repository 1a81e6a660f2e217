import { describe, expect, it } from "vitest";
// The server is tested against the same file (src/figures/period.rs).
import vectors from "../../../../src/figures/period_vectors.json";
import { comparedWindow, isToDate, namedComparison } from "./comparison";
import type { Window } from "./dates";

const windowOf = ([start = "", end = ""]: readonly string[]): Window => ({ start, end });

describe("the comparisons of the shared vectors", () => {
  it.each(vectors)(
    "$period of $today, $start to $end, years from $yearStart",
    ({ window, yearStart = 1, ...expected }) => {
      const compared = (comparison: Parameters<typeof comparedWindow>[1]) =>
        comparedWindow(windowOf(window), comparison, yearStart);
      expect(compared("PREVIOUS_PERIOD")).toEqual(windowOf(expected.before));
      expect(compared("SAME_DATES_LAST_YEAR")).toEqual(windowOf(expected.yearBefore));
      expect(compared("PREVIOUS_FULL_PERIOD")).toEqual(windowOf(expected.fullBefore));
      expect(compared("NONE")).toBeNull();
    },
  );
});

it("finds the same weekdays a year earlier, and dates of one's own", () => {
  const window = { start: "2026-03-02", end: "2026-03-08" };
  const dates = { start: "2026-12-01", end: "2026-12-02" };
  expect(comparedWindow(window, "SAME_WEEKDAYS_LAST_YEAR", 1)).toEqual({
    start: "2025-03-03",
    end: "2025-03-09",
  });
  expect(comparedWindow(window, "SELECTED_DATES", 1, dates)).toEqual(dates);
});

const written = (window: Window | null) => window && `${window.start} ${window.end}`;

it.each([
  ["2026-01-01", "2026-11-19", "2025-01-01 2025-12-31", "a year to date"],
  ["2026-10-01", "2026-11-19", "2026-07-01 2026-09-30", "a quarter to date"],
  ["2026-11-01", "2026-11-19", "2026-10-01 2026-10-31", "a month to date"],
  ["2026-01-01", "2026-01-19", "2025-12-01 2025-12-31", "the smallest: a month"],
  ["2026-01-01", "2026-02-28", "2025-10-01 2025-12-31", "whole months that are no period"],
  ["2024-02-01", "2024-02-29", "2024-01-01 2024-01-31", "a whole month"],
  ["2026-01-01", "2026-12-31", "2025-01-01 2025-12-31", "a whole year"],
  ["2026-02-01", "2026-03-15", "2025-12-20 2026-01-31", "no calendar period"],
  ["2026-11-02", "2026-11-19", "2026-10-15 2026-11-01", "not from the first"],
])("the full period before %s to %s is %s: %s", (start, end, full) => {
  expect(written(comparedWindow({ start, end }, "PREVIOUS_FULL_PERIOD", 1))).toBe(full);
});

it.each([
  ["2026-01-01", "2026-11-19", "PREVIOUS_FULL_PERIOD"],
  ["2026-10-01", "2026-11-19", "PREVIOUS_FULL_PERIOD"],
  ["2026-11-01", "2026-11-30", "PREVIOUS_FULL_PERIOD"],
  ["2026-11-13", "2026-11-19", "PREVIOUS_PERIOD"],
  ["2026-02-01", "2026-03-15", "PREVIOUS_PERIOD"],
])("from %s to %s the full period before is named %s", (start, end, named) => {
  expect(
    namedComparison("PREVIOUS_FULL_PERIOD", comparedWindow({ start, end }, "PREVIOUS_FULL_PERIOD", 1), 1),
  ).toBe(named);
});

it("names every other comparison as it was chosen", () => {
  const compared = { start: "2025-01-01", end: "2025-11-19" };
  for (const comparison of ["PREVIOUS_PERIOD", "SAME_DATES_LAST_YEAR"] as const)
    expect(namedComparison(comparison, compared, 1)).toBe(comparison);
  expect(namedComparison("NONE", null, 1)).toBe("NONE");
});

it.each([
  ["2026-01-01", "2026-11-19", true],
  ["2026-10-01", "2026-11-19", true],
  ["2026-11-01", "2026-11-19", true],
  ["2026-11-01", "2026-11-30", false],
  ["2026-07-01", "2026-09-30", false],
  ["2026-01-01", "2026-12-31", false],
  ["2026-02-01", "2026-03-15", false],
  ["2026-11-13", "2026-11-19", false],
])("%s to %s is a period to date: %s", (start, end, toDate) => {
  expect(isToDate({ start, end }, 1)).toBe(toDate);
});

describe("where years begin in April", () => {
  it.each([
    ["2026-04-01", "2026-11-19", true],
    ["2026-01-01", "2026-05-05", false],
    ["2025-04-01", "2026-03-31", false],
  ])("%s to %s is a period to date: %s", (start, end, toDate) => {
    expect(isToDate({ start, end }, 4)).toBe(toDate);
  });

  it("names a whole year before, and not a calendar year", () => {
    const year = { start: "2025-04-01", end: "2026-03-31" };
    expect(comparedWindow({ start: "2026-04-01", end: "2026-11-19" }, "PREVIOUS_FULL_PERIOD", 4)).toEqual(
      year,
    );
    expect(namedComparison("PREVIOUS_FULL_PERIOD", year, 4)).toBe("PREVIOUS_FULL_PERIOD");
    expect(namedComparison("PREVIOUS_FULL_PERIOD", year, 1)).toBe("PREVIOUS_PERIOD");
  });
});
