import { describe, expect, it } from "vitest";
import {
  DIMENSIONS,
  linesBlockOf,
  type PlatformRow,
  pieBlockOf,
  platformBlocks,
  platformLines,
  searchBlocks,
  sourceBlocks,
} from "./websiteAnswers";

const browser = (name: string, count: number): PlatformRow => [name, count, [["2026-02", count]]];

describe("platformLines", () => {
  it("draws a line a name over every month there is", () => {
    const rows: PlatformRow[] = [
      ["desktop", 5, [["2026-02", 5]]],
      [
        "mobile",
        3,
        [
          ["2026-01", 1],
          ["2026-02", 2],
        ],
      ],
    ];
    expect(platformLines(rows)).toEqual([
      {
        name: "desktop",
        records: [
          ["Jan 2026", 0],
          ["Feb 2026", 5],
        ],
      },
      {
        name: "mobile",
        records: [
          ["Jan 2026", 1],
          ["Feb 2026", 2],
        ],
      },
    ]);
  });

  it("adds up what its pie calls Other, a name of that name too", () => {
    const rows = [browser("Other", 50), ...Array.from({ length: 9 }, (_, at) => browser(`b${at}`, 40 - at))];
    const lines = platformLines(rows);
    expect(lines.map(({ name }) => name)).toEqual(["b0", "b1", "b2", "b3", "b4", "b5", "b6", "Other"]);
    expect(lines.at(-1)?.records).toEqual([["Feb 2026", 50 + 33 + 32]]);
  });
});

it("makes a pie and a chart of each dimension", () => {
  const blocks = platformBlocks({ Browser: [browser("Chrome", 2)] });
  expect(Object.keys(blocks)).toEqual(DIMENSIONS.flatMap((one) => [pieBlockOf(one), linesBlockOf(one)]));
  expect(blocks[pieBlockOf("Browser")]?.data).toEqual([{ name: "Chrome", sessions: 2 }]);
  expect(blocks[linesBlockOf("DeviceCategory")]?.data).toEqual([]);
});

it("reads lists side by side as rows", () => {
  const body = { names: ["Direct", "Email"], sessions: [3, 2], pageviews: [9, 4] };
  expect(sourceBlocks(body).SOURCES?.data).toEqual([
    { name: "Direct", sessions: 3, pageviews: 9 },
    { name: "Email", sessions: 2, pageviews: 4 },
  ]);
});

it("reads search terms as a list", () => {
  const body = { searchDto: { count: 7 }, searchTerms: [["pizza", 7]] };
  expect(searchBlocks(body).SEARCH_TERMS?.data).toEqual([{ query: "pizza", count: 7 }]);
});
