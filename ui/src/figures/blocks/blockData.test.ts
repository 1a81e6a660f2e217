import { describe, expect, it } from "vitest";
import type { ChartPeriod } from "../../generated/wire";

import { type BlockData, infosOf, type PeriodsData, readBlock } from "./blockData";
import { lineModel } from "./chart/models";
import { blockAnswer, monthsFrom } from "./testAnswers";
import { isEmptyBlock } from "./view/emptiness";

const LOGINS = "api/v1/dashboard/users/logins";
const DELIVERY = "api/v1/emails/dashboard/deliveryStatus";
const ENROLLMENTS = "api/v1/dashboard/users/enrollments";

const read = (endpoint: Parameters<typeof infosOf>[0], answer: ReturnType<typeof blockAnswer>): BlockData => {
  const info = infosOf(endpoint)[answer.type];
  if (!info) throw new Error(answer.type);
  return readBlock(answer, info);
};
const periodsOf = (data: BlockData): PeriodsData => {
  if (data.form !== "periods") throw new Error(data.form);
  return data;
};

describe("a block by period", () => {
  const periods = monthsFrom("2026-01", 2);

  it("has each figure by its name, in the order of the table of blocks", () => {
    const rows = [
      ["Jan 2026", 3, 2, 1],
      ["Feb 2026", 6, 5, 1],
    ];
    const data = read(DELIVERY, blockAnswer("DELIVERY_STATUS_BY_PERIOD", rows, { periods, previous: [] }));
    expect(data).toMatchObject({
      form: "periods",
      periods,
      lines: [{ name: null, figures: { sent: [3, 6], delivered: [2, 5], bounced: [1, 1] } }],
    });
  });

  it("tells hidden figures from those before the data begin", () => {
    const [first, second] = monthsFrom("2026-01", 2);
    if (!first || !second) throw new Error("two months");
    const rows = [
      ["Jan 2026", 0, 0, 0],
      ["Feb 2026", 6, null, null],
    ];
    const block = blockAnswer("DELIVERY_STATUS_BY_PERIOD", rows, {
      periods: [{ ...first, covered: false }, second],
      previous: [
        ["Jan 2025", 1, null, null],
        ["Feb 2025", 1, 1, 0],
      ],
      hidden: 4,
    });
    const data = periodsOf(read(DELIVERY, block));
    expect(data.lines[0]).toMatchObject({
      figures: { sent: [null, 6], bounced: [null, null] },
      hidden: { sent: [false, false], bounced: [false, true] },
    });
    expect(data.hiddenBefore).toMatchObject({ sent: [false, false], delivered: [true, false] });
    expect(lineModel(data, "bounced", 0, { current: "2026", previous: "Last year" }).series).toMatchObject([
      { values: [null, null], hidden: [null, "either"] },
      { hidden: ["either", null] },
    ]);
    expect(
      isEmptyBlock({ id: "b", title: "B", block: block.type, kind: "line", field: "bounced" }, data),
    ).toBe(false);
  });

  it("has a line per group when viewed by group", () => {
    const groups = [
      {
        name: "Gold",
        records: [
          ["Jan 2026", 1],
          ["Feb 2026", 2],
        ],
      },
    ];
    const { filterParams } = blockAnswer("", null);
    const viewed = { periods, filterParams: { ...filterParams, viewBy: "TIER" } } as const;
    expect(read(LOGINS, blockAnswer("LOGINS_BY_PERIOD", groups, viewed))).toMatchObject({
      lines: [{ name: "Gold", figures: { total: [1, 2] } }],
      before: null,
    });
    expect(read(ENROLLMENTS, blockAnswer("ENROLLED_TIERS_BY_PERIOD", groups, { periods }))).toMatchObject({
      lines: [{ name: "Gold", figures: { value: [1, 2] } }],
    });
  });

  it("can be an object per month", () => {
    const rows = [
      { date: "2026-01", sessions: 5, pageViews: 9, durations: 61 },
      { date: "2026-02", sessions: 6, pageViews: 8, durations: 62 },
    ];
    const data = read(
      "api/v1/website/dashboard/siteVisitors",
      blockAnswer("VISITORS_BY_PERIOD", rows, { periods }),
    );
    expect(data).toMatchObject({ lines: [{ figures: { pageViews: [9, 8] } }], before: null });
  });
});

describe("a table that begins later than the logins", () => {
  // Messages were loaded from 10 February 2026 on, logins long before: March is the first whole month.
  const from = (covered: string, previousCovered: string) => (period: ChartPeriod) => ({
    ...period,
    covered: period.start >= covered,
    previousCovered: period.start >= previousCovered,
  });
  const rows = (year: number, values: readonly number[]) =>
    monthsFrom(`${year}-01`, values.length).map(({ label }, at): [string, ...number[]] => [
      label,
      values[at] ?? 0,
      0,
      0,
    ]);
  const NAMES = { current: "2026", previous: "Last year" };
  const sent = (periods: ChartPeriod[], now: number[], before: number[]) =>
    periodsOf(
      read(
        DELIVERY,
        blockAnswer("DELIVERY_STATUS_BY_PERIOD", rows(2026, now), { periods, previous: rows(2025, before) }),
      ),
    );

  it("shows no false zero line before it, and no previous year of zeros", () => {
    const periods = monthsFrom("2026-01", 4).map(from("2026-03-01", "2027-03-01"));
    const data = sent(periods, [0, 7, 30, 40], [0, 0, 0, 0]);
    const model = lineModel(data, "sent", 0, NAMES);
    expect(model.labels).toEqual(["Jan 2026", "Feb 2026", "Mar 2026", "Apr 2026"]);
    expect(model.series.map(({ name, values }) => [name, values])).toEqual([["2026", [null, null, 30, 40]]]);
  });

  it("has its own previous year, from the first month that has one", () => {
    const periods = monthsFrom("2026-01", 4).map(from("2025-03-01", "2026-03-01"));
    const model = lineModel(sent(periods, [10, 20, 30, 40], [0, 7, 3, 4]), "sent", 0, NAMES);
    expect(model.series.map(({ values }) => values)).toEqual([
      [10, 20, 30, 40],
      [null, null, 3, 4],
    ]);
  });

  it("leaves gaps in the lines of groups too", () => {
    const periods = monthsFrom("2026-01", 2).map(from("2026-02-01", "2027-02-01"));
    const groups = [
      {
        name: "Gold",
        records: [
          ["Jan 2026", 0],
          ["Feb 2026", 2],
        ],
      },
    ];
    const data = read(ENROLLMENTS, blockAnswer("ENROLLED_TIERS_BY_PERIOD", groups, { periods }));
    expect(periodsOf(data).lines[0]?.figures).toEqual({ value: [null, 2] });
  });

  it("is omitted from the screen if it has no data in the window", () => {
    const periods = monthsFrom("2026-01", 2).map(from("2027-01-01", "2028-01-01"));
    const line = {
      kind: "line",
      id: "s",
      block: "DELIVERY_STATUS_BY_PERIOD",
      title: "Sent",
      field: "sent",
    } as const;
    expect(isEmptyBlock(line, sent(periods, [0, 0], [0, 0]))).toBe(true);
    expect(isEmptyBlock(line, sent(monthsFrom("2026-01", 2), [0, 0], [0, 0]))).toBe(false);
  });
});

it("reads tables, lists and several lists", () => {
  const row = { name: "Auto", isTotal: false, total: 2, unique: 1, records: [] };
  expect(read(LOGINS, blockAnswer("LOGINS_TABLE", [row]))).toEqual({
    form: "groups",
    viewByH1: "LOB",
    viewByH2: "NONE",
    rows: [row],
  });
  const sources = [{ name: "Web", value: 2 }];
  expect(read(ENROLLMENTS, blockAnswer("NEW_ENROLLMENTS_BY_SOURCE", sources, { total: 9 }))).toEqual({
    form: "rows",
    rows: sources,
    total: 9,
    limit: null,
  });
  const lists = { totals: [{ name: "Gym", catName: "Sport" }], news: [] };
  expect(read("api/v1/offer/dashboard/offers", blockAnswer("OFFERS_TABLE", lists))).toMatchObject({
    form: "lists",
    lists,
  });
});
