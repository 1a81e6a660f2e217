import { describe, expect, it } from "vitest";
// The server is tested against the same file (src/figures/period.rs).
import vectors from "../../../../src/figures/period_vectors.json";
import type { Period } from "../../generated/wire";
import { isThisYear, periodWindow, windowBefore, windowLength } from "./periods";

const TODAY = "2026-11-20";

describe("a window of the shared vectors", () => {
  const windowOf = ([start = "", end = ""]: readonly string[]) => ({ start, end });
  it.each(vectors)(
    "$period of $today, $start to $end, years from $yearStart, weeks from $firstWeekday",
    ({ today, yearStart = 1, firstWeekday = 0, period, start, end, ...expected }) => {
      const range = start !== null && end !== null ? { start, end } : null;
      const window = periodWindow(period as Period, range, today, {
        yearStart,
        firstWeekday: firstWeekday === 1 ? 1 : 0,
      });
      expect(window).toEqual(windowOf(expected.window));
      expect(windowBefore(window)).toEqual(windowOf(expected.before));
      expect(Object.values(windowLength(window))).toEqual(expected.length);
    },
  );
});

it("uses a custom range for the custom period only", () => {
  const range = { start: "2026-02-01", end: "2026-02-03" };
  expect(periodWindow("THIS_YEAR", range, TODAY, { yearStart: 1, firstWeekday: 0 }).start).toBe("2026-01-01");
});

it("omits the year only if the whole window is in this year", () => {
  expect(isThisYear({ start: "2026-01-01", end: "2026-11-19" }, TODAY)).toBe(true);
  expect(isThisYear({ start: "2025-12-31", end: "2026-11-19" }, TODAY)).toBe(false);
});
