import { describe, expect, it } from "vitest";
import type { ChartPeriod, TimeScale } from "../../../generated/wire";
import type { ChartTheme } from "../../../kit/theme/chart";
import type { PeriodsData } from "../blockData";
import { monthsFrom } from "../testAnswers";
import { lineOption } from "./lineOptions";
import { type AxisModel, lineModel, tableOfModel } from "./models";
import { daysOf } from "./unfinished";

type Given = Partial<ChartPeriod> & { through?: string | null };

const period = (given: Given): ChartPeriod => ({
  ...(monthsFrom("2026-11", 1)[0] as ChartPeriod),
  complete: false,
  ...given,
});

describe("the days of an unfinished period", () => {
  it.each<[TimeScale, string, string | null, string | null]>([
    ["BY_MONTHS", "2026-11-01", "2026-11-20", "to Nov 20"],
    ["BY_MONTHS", "2026-11-22", "2026-11-30", "from Nov 22"],
    ["BY_MONTHS", "2026-11-05", "2026-11-20", "Nov 5 to Nov 20"],
    ["BY_MONTHS", "2024-02-01", "2024-02-28", "to Feb 28"],
    ["BY_MONTHS", "2024-02-01", "2024-02-29", null],
    ["BY_QUARTERS", "2026-10-01", "2026-11-20", "to Nov 20"],
    ["BY_QUARTERS", "2026-05-01", "2026-06-30", "from May 1"],
    ["BY_YEARS", "2026-01-01", "2026-11-20", "to Nov 20"],
    ["BY_YEARS", "2025-11-22", "2025-12-31", "from Nov 22"],
    // Weeks begin with Sunday where the program does not say otherwise: 15 November 2026 is one.
    ["BY_WEEKS", "2026-11-15", "2026-11-20", "to Nov 20"],
    ["BY_WEEKS", "2026-11-17", "2026-11-21", "from Nov 17"],
    ["BY_DAYS", "2026-11-17", "2026-11-17", null],
    ["BY_MONTHS", "2026-11-01", null, null],
    ["BY_MONTHS", "2026-11-01", "2026-10-20", null],
  ])("%s, %s to %s", (scale, start, through, days) => {
    expect(daysOf(period({ start, through }), scale)).toBe(days);
  });

  it("are null for a complete one", () => {
    expect(daysOf(period({ complete: true, through: "2026-11-20" }), "BY_MONTHS")).toBeNull();
  });
});

const THEME = {
  surface: "#fff",
  ink: "#000",
  prev: "#999",
  colors: ["#111111", "#222222"],
} as unknown as ChartTheme;

function data(open: readonly boolean[]): PeriodsData {
  const periods = monthsFrom("2026-01", open.length).map((one, at) =>
    open[at] ? { ...one, complete: false, through: `${one.start.slice(0, 8)}20` } : one,
  );
  const value = open.map((_, at) => at + 1);
  return {
    form: "periods",
    scale: "BY_MONTHS",
    periods,
    lines: [{ name: null, figures: { value } }],
    before: { value },
  };
}
const model = (...open: boolean[]): AxisModel =>
  lineModel(data(open), "value", 0, { current: "Now", previous: "Last year" });
const series = (of: AxisModel) =>
  [lineOption(of, { unit: "count", currency: "USD" }, THEME).series].flat() as {
    lineStyle: { type?: unknown };
    tooltip?: { show: boolean };
    data: ({ value: number | null; itemStyle?: { color?: unknown } } | number | null)[];
  }[];

/** The surface's colour, but for the first: the one that the tooltip takes for its mark. */
const HOLLOW = {
  color: {
    colorStops: [
      { offset: 0, color: "#111111" },
      { offset: 0, color: "#fff" },
      { offset: 1, color: "#fff" },
    ],
  },
};

describe("a chart with an unfinished period", () => {
  it("names its days in its table, and not on its axis", () => {
    const one = model(false, false, true);
    expect(tableOfModel(one, String).map(([label]) => label)).toEqual([
      "Jan 2026",
      "Feb 2026",
      "Mar 2026 (to Mar 20)",
    ]);
    expect(one.axisLabels).toEqual(["Jan", "Feb", "Mar"]);
    expect(one.unfinished?.days).toEqual(["to Mar 20"]);
    expect(model(false, false).unfinished).toBeUndefined();
  });

  it("draws a solid line to the last complete period and then a dashed one, with a hollow point", () => {
    const [solid, dashed, whole, before] = series(model(false, false, true));
    expect(solid).toMatchObject({ data: [1, 2, null], lineStyle: { type: "solid" } });
    expect(dashed).toMatchObject({ data: [null, 2, 3], lineStyle: { type: [4, 4] } });
    // The tooltip shows each figure once.
    for (const part of [solid, dashed]) expect(part?.tooltip?.show).toBe(false);
    expect(whole?.tooltip).toBeUndefined();
    expect(whole?.data.at(-1)).toMatchObject({ value: 3, itemStyle: HOLLOW });
    expect(before?.data).toEqual([1, 2, 3]);
  });

  it("does so at the start too", () => {
    const [solid, dashed, whole] = series(model(true, false, false));
    expect(solid?.data).toEqual([null, 2, 3]);
    expect(dashed?.data).toEqual([1, 2, null]);
    expect(whole?.data[0]).toMatchObject({ value: 1, itemStyle: HOLLOW });
  });

  it("dashes both ends apart: the whole periods between them have the solid line only", () => {
    const [solid, begins, ends] = series(model(true, false, false, true));
    expect(solid?.data).toEqual([null, 2, 3, null]);
    expect(begins?.data).toEqual([1, 2, null, null]);
    expect(ends?.data).toEqual([null, null, 3, 4]);
    expect(series(model(true, false, true))[1]?.data).toEqual([1, 2, 3]);
  });

  it("has one line if all periods are complete", () => {
    expect(series(model(false, false))).toHaveLength(2);
    expect(series(model(false, false))[0]?.lineStyle.type).toBeUndefined();
  });
});
