import { describe, expect, it } from "vitest";
import type { Block } from "../../api/generated/wire";
import {
  axisLabels,
  barModel,
  isEmptyModel,
  lineModel,
  MOST_LINES,
  MOST_SLICES,
  pieModel,
  pieOfBlock,
  tableOfModel,
} from "./models";

const FILTER = {
  timeScale: "BY_MONTHS",
  viewBy: "TOTALS",
  viewByH1: "LOB",
  viewByH2: "NONE",
  recordCount: null,
} as const;
const block = (data: unknown, rest: Partial<Block> = {}): Block => ({
  type: "X",
  filterParams: FILTER,
  data,
  ...rest,
});
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
    expect(lineModel(answer, 2, 5, NAMES)).toEqual({
      labels: ["Jan 2026", "Feb 2026"],
      series: [
        { name: "2026", values: [30, 40], colour: 5 },
        { name: "Last year", values: [10, null], colour: "previous" },
      ],
      available: 1,
    });
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
    const model = lineModel(answer, 1, 5, NAMES);
    expect(model.labels).toEqual(["Jan 2026", "Feb 2026"]);
    expect(model.series).toEqual([
      { name: "Gold", values: [1, null], colour: 0 },
      { name: "Silver", values: [2, 3], colour: 1 },
    ]);
  });

  it("draws the largest of many groups in the order they came in", () => {
    const answer = block(
      Array.from({ length: 12 }, (_, at) => ({
        name: `G${at}`,
        records: [["Jan 2026", at % 2 ? 100 - at : at]],
      })),
    );
    const model = lineModel(answer, 1, 0, NAMES);
    expect(model.series).toHaveLength(MOST_LINES);
    expect(model.available).toBe(12);
    expect(model.series.map(({ name }) => name)).toEqual(["G1", "G3", "G5", "G7", "G8", "G9", "G10", "G11"]);
  });

  it.each([[null], [[]], [{}], ["text"]])("is empty for %j", (data) => {
    expect(isEmptyModel(lineModel(block(data), 1, 0, NAMES))).toBe(true);
  });

  it("is not empty where every figure is 0", () => {
    expect(isEmptyModel(lineModel(block([["Jan 2026", 0]]), 1, 0, NAMES))).toBe(false);
  });
});

it("leaves the total out of bars and pies", () => {
  const answer = block([
    { name: "Web", value: 3 },
    { name: "Total", value: 4, isTotal: true },
    { name: "Shop", value: 1 },
  ]);
  expect(barModel(answer, "New", 0)).toMatchObject({ labels: ["Web", "Shop"], series: [{ values: [3, 1] }] });
  expect(pieOfBlock(answer, "Other")).toEqual({
    total: 4,
    slices: [
      { name: "Web", value: 3, percent: 75 },
      { name: "Shop", value: 1, percent: 25 },
    ],
  });
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

  it("has no slices where there is nothing", () => {
    expect(pieModel([{ name: "a", value: 0 }], "Other")).toEqual({ slices: [], total: 0 });
  });
});

it("writes a chart as a table", () => {
  const model = lineModel(block([["Jan 2026", 3]], { previous: [["Jan 2025", 1]] }), 1, 0, NAMES);
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
