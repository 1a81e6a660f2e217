import { describe, expect, it } from "vitest";
import { addDays, addMonths, dayFromNumber, dayNumber, daysIn, firstOfYear, wholeMonthsIn } from "./dates";

describe("days", () => {
  it.each([
    ["2024-02-28", 1, "2024-02-29"],
    ["2026-02-28", 1, "2026-03-01"],
    ["2026-01-01", -1, "2025-12-31"],
    ["2026-03-08", 1, "2026-03-09"],
    ["1000-01-01", 0, "1000-01-01"],
  ])("%s and %i days is %s", (day, count, expected) => {
    expect(addDays(day, count)).toBe(expected);
  });

  it.each([
    ["2026-03-31", -1, "2026-02-28"],
    ["2024-02-29", -12, "2023-02-28"],
    ["2026-01-15", -1, "2025-12-15"],
    ["2026-11-20", -12, "2025-11-20"],
    ["2026-12-31", 2, "2027-02-28"],
  ])("%s and %i months is %s", (day, count, expected) => {
    expect(addMonths(day, count)).toBe(expected);
  });

  it("turns numbers back into days", () => {
    expect(dayNumber("1970-01-01")).toBe(0);
    for (const day of ["1999-12-31", "2000-02-29", "3000-12-31"])
      expect(dayFromNumber(dayNumber(day))).toBe(day);
  });

  it("counts both ends of a window", () => {
    expect(daysIn({ start: "2026-01-01", end: "2026-11-19" })).toBe(323);
    expect(daysIn({ start: "2026-01-01", end: "2026-01-01" })).toBe(1);
    expect(firstOfYear("2026-11-19", 1)).toBe("2026-01-01");
  });

  it.each([
    ["2026-01-01", "2026-01-31", 1],
    ["2025-11-01", "2026-02-28", 4],
    ["2024-02-01", "2024-02-29", 1],
    ["2026-01-01", "2026-12-31", 12],
    ["2026-01-02", "2026-01-31", null],
    ["2026-01-01", "2026-01-30", null],
    ["2024-02-01", "2024-02-28", null],
  ])("%s to %s is %s whole months", (start, end, months) => {
    expect(wholeMonthsIn({ start, end })).toBe(months);
  });
});
