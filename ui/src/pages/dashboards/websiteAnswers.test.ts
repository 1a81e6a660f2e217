import { describe, expect, it } from "vitest";
import { monthsFrom } from "../../figures/blocks/testAnswers";
import type { Slice } from "../../generated/calls";
import {
  DIMENSIONS,
  linesBlockOf,
  pieBlockOf,
  platformBlocks,
  platformLines,
  searchBlocks,
  sourceBlocks,
} from "./websiteAnswers";

const browser = (name: string, count: number): Slice => [name, count, [["2026-02", count]]];

describe("platformLines", () => {
  const rows: Slice[] = [
    [
      "desktop",
      5,
      [
        ["2026-01", 0],
        ["2026-02", 5],
      ],
    ],
    [
      "mobile",
      3,
      [
        ["2026-01", 1],
        ["2026-02", 2],
      ],
    ],
  ];

  it("draws a line per name over every month", () => {
    const { lines, periods } = platformLines(rows, monthsFrom("2026-01", 2));
    expect(periods.map(({ label }) => label)).toEqual(["Jan 2026", "Feb 2026"]);
    expect(lines).toEqual([
      { name: "desktop", figures: { sessions: [0, 5] } },
      { name: "mobile", figures: { sessions: [1, 2] } },
    ]);
  });

  it("leaves a gap if no data was loaded", () => {
    const periods = monthsFrom("2026-01", 2).map((period, at) => ({ ...period, covered: at > 0 }));
    expect(platformLines(rows, periods).lines[0]?.figures).toEqual({ sessions: [null, 5] });
  });

  it("adds up what its pie calls Other, including a name that is Other itself", () => {
    const rows = [browser("Other", 50), ...Array.from({ length: 9 }, (_, at) => browser(`b${at}`, 40 - at))];
    const { lines } = platformLines(rows, monthsFrom("2026-02", 1));
    expect(lines.map(({ name }) => name)).toEqual(["b0", "b1", "b2", "b3", "b4", "b5", "b6", "Other"]);
    expect(lines.at(-1)?.figures).toEqual({ sessions: [50 + 33 + 32] });
  });
});

it("makes a pie and a chart of each dimension", () => {
  const none = { DeviceCategory: [], OperatingSystem: [], ScreenResolution: [] };
  const blocks = platformBlocks({
    ...none,
    Browser: [browser("Chrome", 2)],
    periods: monthsFrom("2026-02", 1),
  });
  expect(Object.keys(blocks)).toEqual(DIMENSIONS.flatMap((one) => [pieBlockOf(one), linesBlockOf(one)]));
  expect(blocks.Browser_PIE.rows).toEqual([{ name: "Chrome", sessions: 2 }]);
  expect(blocks.DeviceCategory_BY_PERIOD.lines).toEqual([]);
});

it("reads parallel lists as rows", () => {
  const body = { names: ["Direct", "Email"], sessions: [3, 2], pageviews: [9, 4] };
  expect(sourceBlocks(body).SOURCES.rows).toEqual([
    { name: "Direct", sessions: 3, pageviews: 9 },
    { name: "Email", sessions: 2, pageviews: 4 },
  ]);
});

it("reads search terms as a list", () => {
  const body = { searchDto: { count: 7 }, searchTerms: [["pizza", 7]] as [string, number][] };
  expect(searchBlocks(body).searchTerms.rows).toEqual([{ query: "pizza", count: 7 }]);
  expect(searchBlocks({ ...body, partial: ["count"] }).searchTerms.partial).toEqual(["count"]);
});
