import { describe, expect, it } from "vitest";
import { monthsFrom } from "../testAnswers";
import { drawnScale, scaleIn, scalesOf } from "./scales";

const SHORT = { start: "2026-01-01", end: "2026-04-02" };
const LONG = { start: "2026-01-01", end: "2026-04-03" };

describe("the scales of a chart", () => {
  const offered = (window: typeof SHORT | null, months = 4) =>
    scalesOf(monthsFrom("2026-01", months), "BY_MONTHS", window)
      .filter(({ disabled }) => !disabled)
      .map(({ value }) => value);

  it("are days and weeks too in at most 92 days", () => {
    expect(offered(SHORT)).toEqual(["BY_DAYS", "BY_WEEKS", "BY_MONTHS", "BY_QUARTERS"]);
    expect(offered(LONG)).toEqual(["BY_MONTHS", "BY_QUARTERS"]);
    // Before the program's day is known, nothing says how long the window is.
    expect(offered(null)).toEqual(["BY_MONTHS", "BY_QUARTERS"]);
  });

  it("are off where they would give a single point", () => {
    const one = [{ ...monthsFrom("2026-01", 1)[0], start: "2026-01-05", end: "2026-01-05" }] as never;
    const of = scalesOf(one, "BY_MONTHS", { start: "2026-01-05", end: "2026-01-05" });
    expect(of.filter(({ disabled }) => !disabled).map(({ value }) => value)).toEqual(["BY_MONTHS"]);
  });

  it("are days where months, which nobody chose, would be a single point", () => {
    const november = { start: "2026-11-01", end: "2026-11-30" };
    expect(drawnScale("BY_MONTHS", november)).toBe("BY_DAYS");
    expect(drawnScale("BY_YEARS", november)).toBe("BY_YEARS");
    expect(drawnScale("BY_WEEKS", november)).toBe("BY_WEEKS");
    expect(drawnScale("BY_MONTHS", SHORT)).toBe("BY_MONTHS");
    expect(drawnScale("BY_DAYS", LONG)).toBe("BY_MONTHS");
    expect(drawnScale("BY_MONTHS", null)).toBe("BY_MONTHS");
  });

  it("are months in a window that is too long for what was chosen", () => {
    expect(scaleIn("BY_DAYS", SHORT)).toBe("BY_DAYS");
    expect(scaleIn("BY_WEEKS", LONG)).toBe("BY_MONTHS");
    expect(scaleIn("BY_QUARTERS", LONG)).toBe("BY_QUARTERS");
    expect(scaleIn("BY_DAYS", null)).toBe("BY_DAYS");
  });
});
