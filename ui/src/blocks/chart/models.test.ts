import { describe, expect, it } from "vitest";
import type { Block } from "../../api/generated/wire";
import { bareBlock } from "../bareBlock";
import { nameColours } from "../nameColours";
import {
  axisLabels,
  barModel,
  isEmptyModel,
  lineModel,
  linesModel,
  MOST_LINES,
  MOST_SLICES,
  monthLabel,
  periodStart,
  pieModel,
  pieOfBlock,
  tableOfModel,
} from "./models";

const block = (data: unknown, rest: Partial<Block> = {}): Block => ({ ...bareBlock("X", data), ...rest });
const NAMES = { current: "2026", previous: "Last year" };

describe("lineModel", () => {
  it("draws one metric and the year before, row by row", () => {
    const answer = block(
      [
        ["Jan 2026", 3, 30],
        ["Feb 2026", 4, 40],
      ],
      { previous: [["Jan 2025", 1, 10]] },
    );
    expect(lineModel(answer, { index: 2 }, 5, NAMES)).toEqual({
      labels: ["Jan 2026", "Feb 2026"],
      series: [
        { name: "2026", key: "1 2026", values: [30, 40], colour: 5 },
        { name: "Last year", key: "1 Last year", values: [10, null], colour: "previous" },
      ],
      available: 1,
    });
  });

  it("draws rows that are objects with a month", () => {
    const answer = block([
      { date: "2026-01", sessions: 5, pageViews: 9 },
      { date: "2026-02", sessions: 6 },
    ]);
    const model = lineModel(answer, { index: 2, field: "pageViews" }, 3, NAMES);
    expect(model).toEqual({
      labels: ["Jan 2026", "Feb 2026"],
      series: [{ name: "2026", key: "1 2026", values: [9, null], colour: 3 }],
      available: 1,
    });
    expect(monthLabel("2026-Q1")).toBe("2026-Q1");
  });

  it("draws one line a group, colours by position", () => {
    const answer = block([
      { name: "Gold", records: [["Jan 2026", 1]] },
      {
        name: "Silver",
        records: [
          ["Jan 2026", 2],
          ["Feb 2026", 3],
        ],
      },
    ]);
    const model = lineModel(answer, { index: 1 }, 5, NAMES);
    expect(model.labels).toEqual(["Jan 2026", "Feb 2026"]);
    expect(model.series).toEqual([
      { name: "Gold", key: "1 Gold", values: [1, null], colour: 0 },
      { name: "Silver", key: "1 Silver", values: [2, 3], colour: 1 },
    ]);
  });

  it("tells groups of one name apart", () => {
    const group = (name: string) => ({ name, records: [["Jan 2026", 1]] });
    const { series } = lineModel(block([group("Gold"), group("Gold")]), { index: 1 }, 0, NAMES);
    expect(new Set(series.map(({ key }) => key)).size).toBe(2);
  });

  it("draws the largest of many groups in the order they came in", () => {
    const answer = block(
      Array.from({ length: 12 }, (_, at) => ({
        name: `G${at}`,
        records: [["Jan 2026", at % 2 ? 100 - at : at]],
      })),
    );
    const model = lineModel(answer, { index: 1 }, 0, NAMES);
    expect(model.series).toHaveLength(MOST_LINES);
    expect(model.available).toBe(12);
    expect(model.series.map(({ name }) => name)).toEqual(["G1", "G3", "G5", "G7", "G8", "G9", "G10", "G11"]);
  });

  it.each([[null], [[]], [{}], ["text"]])("is empty for %j", (data) => {
    expect(isEmptyModel(lineModel(block(data), { index: 1 }, 0, NAMES))).toBe(true);
  });

  it("is not empty where every figure is 0", () => {
    expect(isEmptyModel(lineModel(block([["Jan 2026", 0]]), { index: 1 }, 0, NAMES))).toBe(false);
  });
});

describe("the year before", () => {
  const rows = (year: number) =>
    ["Oct", "Nov", "Dec"].map((month) => [`${month} ${year}`, year] as [string, number]);
  const dashed = (context: { start?: string; firstDay?: string | null }) =>
    lineModel(block(rows(2026), { previous: rows(2025) }), { index: 1 }, 0, { ...NAMES, ...context })
      .series.slice(1)
      .map(({ values }) => values);

  it("has no figures for periods that began before the first loaded day", () => {
    const start = "2026-10-01";
    expect(dashed({ start, firstDay: "2025-11-01" })).toEqual([[null, 2025, 2025]]);
    expect(dashed({ start, firstDay: "2025-11-02" })).toEqual([[null, null, 2025]]);
    expect(dashed({ start, firstDay: "2024-01-01" })).toEqual([[2025, 2025, 2025]]);
    expect(dashed({ firstDay: null })).toEqual([[2025, 2025, 2025]]);
  });

  it("begins with the chart, which may begin within a period", () => {
    expect(dashed({ start: "2026-10-21", firstDay: "2025-10-21" })).toEqual([[2025, 2025, 2025]]);
    expect(dashed({ start: "2026-10-21", firstDay: "2025-10-22" })).toEqual([[null, 2025, 2025]]);
  });

  it("is no line where none of it was loaded", () => {
    expect(dashed({ start: "2026-10-01", firstDay: "2026-01-01" })).toEqual([]);
    expect(dashed({ start: "2026-10-01", firstDay: "2025-12-02" })).toEqual([]);
  });

  it.each([
    ["Jan 2025", "2025-01-01"],
    ["Nov 2025", "2025-11-01"],
    ["Q1 2025", "2025-01-01"],
    ["Q4 2025", "2025-10-01"],
    ["2025", "2025-01-01"],
    ["Foo 2025", null],
    ["Direct", null],
  ])("counts from the day on which %s begins", (label, day) => expect(periodStart(label)).toBe(day));
});

it("leaves the total out of bars and pies", () => {
  const answer = block([
    { name: "Web", value: 3 },
    { name: "Total", value: 4, isTotal: true },
    { name: "Shop", value: 1 },
  ]);
  expect(barModel(answer, [{ field: "value", name: "New", colour: 0 }])).toMatchObject({
    labels: ["Web", "Shop"],
    series: [{ values: [3, 1] }],
  });
  expect(pieOfBlock(answer, "Other")).toEqual({
    total: 4,
    slices: [
      { name: "Web", value: 3, percent: 75, colour: 0 },
      { name: "Shop", value: 1, percent: 25, colour: 1 },
    ],
  });
});

it("draws a group of bars for each name", () => {
  const answer = block([
    { name: "Direct", sessions: 3, pageviews: 9 },
    { name: "Email", sessions: 1, pageviews: 2 },
  ]);
  const figures = [
    { field: "sessions", name: "Sessions", colour: 0 },
    { field: "pageviews", name: "Pageviews", colour: 2 },
  ];
  expect(barModel(answer, figures)).toEqual({
    labels: ["Direct", "Email"],
    series: [
      { name: "Sessions", key: "1 Sessions", values: [3, 1], colour: 0 },
      { name: "Pageviews", key: "1 Pageviews", values: [9, 2], colour: 2 },
    ],
    available: 2,
  });
});

it("draws a pie of one figure of a table, each group by its own total", () => {
  const answer = block([
    { name: "Home", isTotal: true, sum: 3, records: [{ name: "Gold", isTotal: false, sum: 3, records: [] }] },
    { name: "Auto", isTotal: false, sum: 1, records: [] },
    { name: "Total", isTotal: true, sum: 4, records: [] },
  ]);
  expect(pieOfBlock(answer, "Other", "sum")).toEqual({
    total: 4,
    slices: [
      { name: "Home", value: 3, percent: 75, colour: 0 },
      { name: "Auto", value: 1, percent: 25, colour: 1 },
    ],
  });
});

it("gives a name one colour in the pie, which ranks it, and in the lines, which do not", () => {
  const colours = nameColours("Other");
  const pie = pieOfBlock(
    block([
      { name: "Auto", value: 1 },
      { name: "Home", value: 3 },
    ]),
    "Other",
    "value",
    colours,
  );
  const records = [["Jan 2026", 1]];
  const lines = lineModel(
    block([
      { name: "Auto", records },
      { name: "Home", records },
    ]),
    { index: 1 },
    0,
    { ...NAMES, colours },
  );
  expect(pie.slices.map(({ name, colour }) => [name, colour])).toEqual([
    ["Home", 0],
    ["Auto", 1],
  ]);
  expect(lines.series.map(({ name, colour }) => [name, colour])).toEqual([
    ["Auto", 1],
    ["Home", 0],
  ]);
});

describe("pieModel", () => {
  it("rounds shares to 2 decimals", () => {
    expect(
      pieModel(
        [
          { name: "a", value: 1 },
          { name: "b", value: 2 },
        ],
        "Other",
      ).slices.map((s) => s.percent),
    ).toEqual([66.67, 33.33]);
  });

  it("shows the seven largest and the rest as one", () => {
    const many = Array.from({ length: 10 }, (_, at) => ({ name: `n${at}`, value: at + 1 }));
    const { slices, total } = pieModel(many, "Other");
    expect(slices).toHaveLength(MOST_SLICES + 1);
    expect(slices.at(-1)).toMatchObject({ name: "Other", value: 6 });
    expect(slices.reduce((sum, slice) => sum + slice.value, 0)).toBe(total);
  });

  it("names all of eight: Other would only hide one name", () => {
    const eight = Array.from({ length: 8 }, (_, at) => ({ name: `n${at}`, value: 1 }));
    expect(pieModel(eight, "Other").slices.map(({ name }) => name)).not.toContain("Other");
  });

  it("counts a name that is Other itself among the others, last", () => {
    const rows = [
      { name: "Other", value: 9 },
      { name: "a", value: 2 },
    ];
    expect(pieModel(rows, "Other").slices).toEqual([
      { name: "a", value: 2, percent: 18.18, colour: 0 },
      { name: "Other", value: 9, percent: 81.82, colour: 7 },
    ]);
  });

  it("has no slices where there is nothing", () => {
    expect(pieModel([{ name: "a", value: 0 }], "Other")).toEqual({ slices: [], total: 0 });
  });
});

it("draws several figures of a row, each a line without the year before", () => {
  const answer = block([["Jan 2026", 3, 30]], { previous: [["Jan 2025", 1, 10]] });
  const lines = [
    { index: 2, name: "New", colour: 4 },
    { index: 1, name: "All", colour: 0 },
  ];
  expect(linesModel(answer, lines)).toEqual({
    labels: ["Jan 2026"],
    series: [
      { name: "New", key: "1 New", values: [30], colour: 4 },
      { name: "All", key: "1 All", values: [3], colour: 0 },
    ],
    available: 2,
  });
});

it("writes a chart as a table", () => {
  const model = lineModel(block([["Jan 2026", 3]], { previous: [["Jan 2025", 1]] }), { index: 1 }, 0, NAMES);
  expect(tableOfModel(model)).toEqual([["Jan 2026", 3, 1]]);
});

describe("axisLabels", () => {
  it("leaves out a year they share", () => {
    expect(axisLabels(["Jan 2026", "Feb 2026"])).toEqual(["Jan", "Feb"]);
    expect(axisLabels(["Q1 2026", "Q2 2026"])).toEqual(["Q1", "Q2"]);
  });

  it("keeps the years that differ, and other labels", () => {
    expect(axisLabels(["Dec 2025", "Jan 2026"])).toEqual(["Dec 2025", "Jan 2026"]);
    expect(axisLabels(["2025", "2026"])).toEqual(["2025", "2026"]);
    expect(axisLabels(["Direct", "Email"])).toEqual(["Direct", "Email"]);
    expect(axisLabels(["Jan 2026"])).toEqual(["Jan 2026"]);
  });
});
