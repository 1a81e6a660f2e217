import { describe, expect, it } from "vitest";
import { isThisYear, periodWindow, windowBefore, windowLength } from "./periods";

const TODAY = "2026-11-20";

describe("periodWindow", () => {
  it.each([
    ["LAST_7DAYS", "2026-11-13", "2026-11-19"],
    ["LAST_30DAYS", "2026-10-21", "2026-11-19"],
    ["LAST_90DAYS", "2026-08-22", "2026-11-19"],
    ["LAST_12MONTHS", "2025-11-20", "2026-11-19"],
    ["PREVIOUS_YEAR", "2025-01-01", "2025-12-31"],
    ["THIS_YEAR", "2026-01-01", "2026-11-19"],
    ["SELECTED_DATE", "2026-01-01", "2026-11-19"],
  ] as const)("%s", (period, start, end) => {
    expect(periodWindow(period, null, TODAY)).toEqual({ start, end });
  });

  it("counts from yesterday on new year's day", () => {
    expect(periodWindow("THIS_YEAR", null, "2026-01-01")).toEqual({ start: "2025-01-01", end: "2025-12-31" });
    expect(periodWindow("PREVIOUS_YEAR", null, "2026-01-01")).toEqual({
      start: "2024-01-01",
      end: "2024-12-31",
    });
  });

  it("takes a custom range as it is", () => {
    const range = { start: "2026-02-01", end: "2026-02-03" };
    expect(periodWindow("SELECTED_DATE", range, TODAY)).toEqual(range);
    expect(periodWindow("THIS_YEAR", range, TODAY).start).toBe("2026-01-01");
  });
});

describe("windowBefore", () => {
  it.each([
    // As many days just before.
    ["2026-01-01", "2026-11-19", "2025-02-12", "2025-12-31"],
    ["2026-11-13", "2026-11-19", "2026-11-06", "2026-11-12"],
    // Whole months: as many whole months, however long they are.
    ["2026-03-01", "2026-03-31", "2026-02-01", "2026-02-28"],
    ["2026-01-01", "2026-03-31", "2025-10-01", "2025-12-31"],
    ["2025-01-01", "2025-12-31", "2024-01-01", "2024-12-31"],
  ])("of %s to %s is %s to %s", (start, end, beforeStart, beforeEnd) => {
    expect(windowBefore({ start, end })).toEqual({ start: beforeStart, end: beforeEnd });
  });
});

it("tells a length in months where they are whole", () => {
  expect(windowLength({ start: "2026-01-01", end: "2026-02-28" })).toEqual({ count: 2, unit: "month" });
  expect(windowLength({ start: "2026-01-01", end: "2026-11-19" })).toEqual({ count: 323, unit: "day" });
});

it("leaves the year out only where the whole window is of this year", () => {
  expect(isThisYear({ start: "2026-01-01", end: "2026-11-19" }, TODAY)).toBe(true);
  expect(isThisYear({ start: "2025-12-31", end: "2026-11-19" }, TODAY)).toBe(false);
});
