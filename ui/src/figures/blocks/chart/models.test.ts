import { describe, expect, it } from "vitest";
import type { GroupsData, PeriodsData, RowsData } from "../blockData";
import { wholeRows } from "../blockData";
import { nameColours } from "../nameColours";
import { groupsByMonth, monthsFrom, wholeByMonth } from "../testAnswers";
import {
  barModel,
  isEmptyModel,
  lineModel,
  linesModel,
  MOST_LINES,
  MOST_SLICES,
  onlyLabel,
  pieModel,
  pieOfData,
  tableOfModel,
} from "./models";

const NAMES = { current: "2026", previous: "Last year" };

describe("lineModel", () => {
  it("draws one figure and the previous year, period by period", () => {
    const data = wholeByMonth("2026-01", { a: [3, 4], b: [30, 40] }, { a: [1, null], b: [10, null] });
    expect(lineModel(data, "b", 5, NAMES)).toEqual({
      labels: ["Jan 2026", "Feb 2026"],
      axisLabels: ["Jan", "Feb"],
      series: [
        {
          name: "2026",
          key: "1 2026",
          values: [30, 40],
          colour: 5,
          points: ["Jan 2026", "Feb 2026"],
        },
        {
          name: "Last year",
          key: "1 Last year",
          values: [10, null],
          colour: "previous",
          points: ["Jan 2025", "Feb 2025"],
        },
      ],
      available: 1,
    });
  });

  it("draws no previous year without data", () => {
    const data = wholeByMonth("2026-01", { a: [3, 4] }, { a: [null, null] });
    expect(lineModel(data, "a", 0, NAMES).series).toHaveLength(1);
  });

  it("draws one line per group, colours by name", () => {
    const model = lineModel(
      groupsByMonth("2026-01", [
        ["Gold", 1, 0],
        ["Silver", 2, 3],
      ]),
      "value",
      5,
      NAMES,
    );
    expect(model.labels).toEqual(["Jan 2026", "Feb 2026"]);
    expect(model.series).toEqual([
      { name: "Gold", key: "1 Gold", values: [1, 0], colour: 1 },
      { name: "Silver", key: "1 Silver", values: [2, 3], colour: 2 },
    ]);
  });

  it("distinguishes groups with the same name", () => {
    const { series } = lineModel(
      groupsByMonth("2026-01", [
        ["Gold", 1],
        ["Gold", 1],
      ]),
      "value",
      0,
      NAMES,
    );
    expect(new Set(series.map(({ key }) => key)).size).toBe(2);
  });

  it("draws the largest of many groups in their original order", () => {
    const groups = Array.from({ length: 12 }, (_, at) => [`G${at}`, at % 2 ? 100 - at : at] as const);
    const model = lineModel(groupsByMonth("2026-01", groups), "value", 0, NAMES);
    expect(model.series).toHaveLength(MOST_LINES);
    expect(model.available).toBe(12);
    expect(model.series.map(({ name }) => name)).toEqual(["G1", "G3", "G5", "G7", "G8", "G9", "G10", "G11"]);
  });

  it("is empty without periods, lines or figures, but not if every figure is 0", () => {
    const model = (data: PeriodsData) => lineModel(data, "value", 0, NAMES);
    expect(isEmptyModel(model(wholeByMonth("2026-01", { value: [] })))).toBe(true);
    expect(isEmptyModel(model({ ...wholeByMonth("2026-01", { value: [1] }), lines: [] }))).toBe(true);
    expect(isEmptyModel(model(wholeByMonth("2026-01", { value: [null] })))).toBe(true);
    expect(isEmptyModel(model(wholeByMonth("2026-01", { value: [0] })))).toBe(false);
  });
});

describe("the labels of an axis", () => {
  const written = (first: string, count: number, scale: PeriodsData["scale"] = "BY_MONTHS") => {
    const data = { ...wholeByMonth(first, { value: Array(count).fill(1) }), scale };
    return lineModel(data, "value", 0, NAMES).axisLabels;
  };

  it("omit a shared year", () => {
    expect(written("2026-01", 3)).toEqual(["Jan", "Feb", "Mar"]);
    const quarters = monthsFrom("2026-01", 12).filter((_, at) => at % 3 === 0);
    const data: PeriodsData = {
      ...wholeByMonth("2026-01", { value: [1, 2, 3, 4] }),
      scale: "BY_QUARTERS",
      periods: quarters,
    };
    expect(lineModel(data, "value", 0, NAMES).axisLabels).toEqual(["Q1", "Q2", "Q3", "Q4"]);
  });

  it("are complete if years differ, if there is only one, and by year", () => {
    expect(written("2025-12", 2)).toBeUndefined();
    expect(written("2026-01", 1)).toBeUndefined();
    expect(written("2026-01", 2, "BY_YEARS")).toBeUndefined();
  });
});

it("draws bars and pies of rows by name", () => {
  const data = wholeRows([
    { name: "Web", value: 3 },
    { name: "Shop", value: 1 },
  ]);
  expect(barModel(data, [{ field: "value", name: "New", colour: 0 }])).toMatchObject({
    labels: ["Web", "Shop"],
    series: [{ values: [3, 1] }],
  });
  expect(pieOfData(data, "Other")).toEqual({
    total: 4,
    slices: [
      { name: "Web", value: 3, percent: 75, colour: 1 },
      { name: "Shop", value: 1, percent: 25, colour: 3 },
    ],
  });
});

it("draws a group of bars for each name", () => {
  const data = wholeRows([
    { name: "Direct", sessions: 3, pageviews: 9 },
    { name: "Email", sessions: 1, pageviews: 2 },
  ]);
  const figures = [
    { field: "sessions", name: "Sessions", colour: 0 },
    { field: "pageviews", name: "Pageviews", colour: 2 },
  ];
  expect(barModel(data, figures)).toEqual({
    labels: ["Direct", "Email"],
    series: [
      { name: "Sessions", key: "1 Sessions", values: [3, 1], colour: 0 },
      { name: "Pageviews", key: "1 Pageviews", values: [9, 2], colour: 2 },
    ],
    available: 2,
  });
});

it("draws a pie of one figure of a table, each group by its own total", () => {
  const data: GroupsData = {
    form: "groups",
    viewByH1: "LOB",
    viewByH2: "TIER",
    rows: [
      {
        name: "Home",
        isTotal: true,
        sum: 3,
        records: [{ name: "Gold", isTotal: false, sum: 3, records: [] }],
      },
      { name: "Auto", isTotal: false, sum: 1, records: [] },
      { name: "Total", isTotal: true, sum: 4, records: [] },
    ],
  };
  expect(pieOfData(data, "Other", "sum")).toEqual({
    total: 4,
    slices: [
      { name: "Home", value: 3, percent: 75, colour: 4 },
      { name: "Auto", value: 1, percent: 25, colour: 5 },
    ],
  });
});

it("leaves hidden figures out of a pie, and names them", () => {
  const data = wholeRows([
    { name: "Gold", value: 30 },
    { name: "Silver", value: null, hidden: { value: "few" } },
    { name: "Bronze", value: 10 },
    { name: "None", value: null, hidden: { value: "other" } },
  ]);
  expect(pieOfData(data, "Other")).toMatchObject({
    total: 40,
    slices: [
      { name: "Gold", percent: 75 },
      { name: "Bronze", percent: 25 },
    ],
    hidden: [
      { name: "Silver", why: "few" },
      { name: "None", why: "other" },
    ],
  });
});

it("draws nothing for a figure without data, though the answer has a 0 for it", () => {
  const noDays = { noDays: "logins" };
  const data = wholeRows([
    { name: "Web", value: 0, hidden: { value: noDays } },
    { name: "Shop", value: 12 },
  ]);
  const [series] = barModel(data, [{ field: "value", name: "New", colour: 0 }]).series;
  expect([series?.values, series?.hidden]).toEqual([
    [null, 12],
    [noDays, null],
  ]);
});

it("writes why a figure is hidden in the table of a chart", () => {
  const data = wholeRows([
    { name: "Web", value: null, hidden: { value: "few" } },
    { name: "Shop", value: 12 },
  ]);
  const model = barModel(data, [{ field: "value", name: "New", colour: 0 }]);
  expect(tableOfModel(model, String)).toEqual([
    ["Web", "few"],
    ["Shop", 12],
  ]);
  expect(isEmptyModel(model)).toBe(false);
});

it("is not empty where all figures are hidden", () => {
  const hidden = wholeRows([{ name: "Web", value: null, hidden: { value: "few" } }]);
  const none = wholeRows([{ name: "Web", value: null }]);
  const bars = (data: RowsData) => barModel(data, [{ field: "value", name: "New", colour: 0 }]);
  expect([isEmptyModel(bars(hidden)), isEmptyModel(bars(none))]).toEqual([false, true]);
});

it("gives a name the same colour in the ranked pie and in the unranked lines", () => {
  const colours = nameColours("Other");
  const rows = wholeRows([
    { name: "Auto", value: 1 },
    { name: "Home", value: 3 },
  ]);
  const pie = pieOfData(rows, "Other", "value", colours);
  const lines = lineModel(
    groupsByMonth("2026-01", [
      ["Auto", 1],
      ["Home", 1],
    ]),
    "value",
    0,
    { ...NAMES, colours },
  );
  expect(pie.slices.map(({ name, colour }) => [name, colour])).toEqual([
    ["Home", 4],
    ["Auto", 5],
  ]);
  expect(lines.series.map(({ name, colour }) => [name, colour])).toEqual([
    ["Auto", 5],
    ["Home", 4],
  ]);
});

it("gives a group the colour of its place, whatever a filter leaves out", () => {
  const groups = ["Bronze", "Silver", "Gold"].map((name, place) => ({ name, place }));
  const colours = nameColours("Other", groups);
  const shown = (...names: string[]) => {
    const data = groupsByMonth(
      "2026-01",
      names.map((name) => [name, 1]),
    );
    return lineModel(data, "value", 0, { ...NAMES, colours }).series.map(({ colour }) => colour);
  };
  expect(shown("Bronze", "Silver", "Gold")).toEqual([0, 1, 2]);
  expect(shown("Silver", "Gold")).toEqual([1, 2]);
  const pie = pieOfData(wholeRows([{ name: "Gold", value: 5 }]), "Other", "value", colours);
  expect(pie.slices[0]?.colour).toBe(2);
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

  it("includes a name that is Other itself in the combined Other, last", () => {
    const rows = [
      { name: "Other", value: 9 },
      { name: "a", value: 2 },
    ];
    expect(pieModel(rows, "Other").slices).toEqual([
      { name: "a", value: 2, percent: 18.18, colour: 6 },
      { name: "Other", value: 9, percent: 81.82, colour: 7 },
    ]);
  });

  it("has no slices without data", () => {
    expect(pieModel([{ name: "a", value: 0 }], "Other")).toEqual({ slices: [], total: 0 });
  });
});

it("draws several figures, each as a line without the previous year", () => {
  const data = wholeByMonth("2026-01", { all: [3], news: [30] }, { all: [1], news: [10] });
  const lines = [
    { field: "news", name: "New", colour: 4 },
    { field: "all", name: "All", colour: 0 },
  ];
  expect(linesModel(data, lines)).toEqual({
    labels: ["Jan 2026"],
    series: [
      { name: "New", key: "1 New", values: [30], colour: 4 },
      { name: "All", key: "1 All", values: [3], colour: 0 },
    ],
    available: 2,
  });
});

it("writes a chart as a table", () => {
  const model = lineModel(wholeByMonth("2026-01", { value: [3] }, { value: [1] }), "value", 0, NAMES);
  expect(tableOfModel(model, String)).toEqual([["Jan 2026", 3, 1]]);
});

describe("only one name", () => {
  const data = wholeRows([
    { name: "Direct", sessions: 30 },
    { name: "Email", sessions: 50 },
    { name: "Social", sessions: 20 },
  ]);
  const colours = nameColours("Other");

  it("has its own slice beside one of all others, with its share of everything, and its own colour", () => {
    const [email, direct] = pieOfData(data, "Other", "sessions", colours).slices;
    const model = pieOfData(data, "Other", "sessions", colours, "Direct");
    expect(model).toMatchObject({
      total: 100,
      slices: [
        { name: "Direct", percent: 30 },
        { name: "Other", percent: 70 },
      ],
    });
    expect([email?.name, direct?.name, model.slices[0]?.colour]).toEqual(["Email", "Direct", direct?.colour]);
    expect(pieOfData(data, "Other", "sessions", colours, "Gone").slices).toEqual([]);
  });

  it("has its own bar", () => {
    const model = barModel(data, [{ field: "sessions", name: "Sessions", colour: 0 }]);
    expect(onlyLabel(model, "Email")).toMatchObject({ labels: ["Email"], series: [{ values: [50] }] });
    expect(isEmptyModel(onlyLabel(model, "Gone"))).toBe(true);
  });
});
