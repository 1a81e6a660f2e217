import { describe, expect, it } from "vitest";
import { calendarReach, dateError, toIso, toLocalDay } from "./dates";

describe("dateError", () => {
  it.each([
    ["2024-02-29", null],
    ["2023-02-29", "invalid"],
    ["1900-02-29", "invalid"],
    ["2000-02-29", null],
    ["2026-13-01", "invalid"],
    ["2026-00-10", "invalid"],
    ["2026-04-31", "invalid"],
    ["0999-01-01", "invalid"],
    ["1000-01-01", null],
    ["3000-12-31", null],
    ["3001-01-01", "invalid"],
    ["2026-1-1", "invalid"],
    ["", "invalid"],
  ])("%s: %s", (iso, error) => expect(dateError(iso)).toBe(error));

  it("restricts a date to its limits, both included", () => {
    const limits = { min: "2026-01-05", max: "2026-11-20" };
    expect(dateError("2026-01-05", limits)).toBeNull();
    expect(dateError("2026-11-20", limits)).toBeNull();
    expect(dateError("2026-01-04", limits)).toBe("minDate");
    expect(dateError("2026-11-21", limits)).toBe("maxDate");
  });
});

describe("local days", () => {
  it("survive a round trip", () => {
    const day = toLocalDay("2026-03-29");
    expect(day?.getDate()).toBe(29);
    expect(day && toIso(day)).toBe("2026-03-29");
    expect(toLocalDay("2026-02-30")).toBeUndefined();
  });
});

describe("calendarReach", () => {
  const years = (min?: string, max?: string) => {
    const { from, to } = calendarReach(new Date(2026, 10, 20), min, max);
    return [from.getFullYear(), to.getFullYear()];
  };
  it("is 10 years either side, or up to 500 from a limit", () => {
    expect(years()).toEqual([2016, 2036]);
    expect(years(undefined, "2026-11-20")).toEqual([1526, 2026]);
    expect(years("2020-01-01")).toEqual([2020, 2526]);
    expect(years("2020-01-01", "2026-11-20")).toEqual([2020, 2026]);
  });
});
