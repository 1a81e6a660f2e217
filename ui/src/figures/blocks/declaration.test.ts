import { describe, expect, it } from "vitest";
import type { TableRow } from "../../generated/wire";
import { type BlockData, type DataRow, wholeRows } from "./blockData";
import { breakdownCall, unwrappedCall } from "./calls";
import {
  type BlockDeclaration,
  type ListBlock,
  openingFilter,
  type TableBlock,
  wideBlocks,
} from "./declaration";
import { columnsOf, figureInfo, helpOf } from "./figureInfo";
import { listRows, matching, rowsLeftOut, searchable } from "./list/listRows";
import { wholeByMonth } from "./testAnswers";
import { sameOwnFilter } from "./useBlocks";
import { isEmptyBlock } from "./view/emptiness";
import { defaultView, ownFilter, secondLevels } from "./viewState";

const groups = (rows: readonly TableRow[]): BlockData => ({
  form: "groups",
  viewByH1: "LOB",
  viewByH2: "NONE",
  rows,
});
const month = (...value: number[]) => wholeByMonth("2026-01", { value });
const line: BlockDeclaration = {
  kind: "line",
  id: "a",
  block: "A",
  title: "A",
};
const table: TableBlock = {
  kind: "table",
  id: "t",
  block: "T",
  title: "T",
  columns: [{ field: "total", bar: true }],
  sort: { column: "name", descending: false },
};
const pie: BlockDeclaration = { kind: "pie", id: "p", block: "P", title: "P", of: "Sessions" };
const list: ListBlock = { ...table, kind: "list", first: { field: "link", label: "Link" } };

describe("an empty block", () => {
  it.each([
    [line, month()],
    [table, groups([{ name: "Total", isTotal: true, total: 0, records: [] }])],
    [table, groups([])],
    [pie, wholeRows([{ name: "a", value: 0 }])],
    [list, wholeRows([])],
  ])("is distinguished from a full one", (declaration, data) => {
    expect(isEmptyBlock(declaration, data)).toBe(true);
    expect(isEmptyBlock(declaration, undefined)).toBe(true);
  });

  const gold = { name: "Gold", isTotal: false, records: [] };
  it.each([
    [line, month(0)],
    [table, groups([{ name: "Auto", isTotal: false, total: 0, records: [] }])],
    [table, groups([{ name: "Auto", isTotal: true, total: 0, records: [gold] }])],
    [pie, wholeRows([{ name: "a", value: 1 }])],
    [list, wholeRows([{ link: "x" }])],
  ])("is not one with figures", (declaration, data) => {
    expect(isEmptyBlock(declaration, data)).toBe(false);
  });
});

describe("own filters", () => {
  it("match the answer to the screen's call at first", () => {
    const opened = (declaration: BlockDeclaration) => ownFilter(declaration, defaultView(declaration));
    expect(opened(line)).toEqual({ timeScale: "BY_MONTHS", viewBy: "TOTALS" });
    expect(opened(table)).toEqual({ viewByH1: "LOB", viewByH2: "NONE" });
    const byAudience = { ...table, opensBy: "AUDIENCE" } as const;
    expect(opened(byAudience)).toEqual({ viewByH1: "AUDIENCE", viewByH2: "NONE" });
    expect(opened(list)).toEqual({});
    expect(openingFilter([line, byAudience])).toEqual({ viewByH1: "AUDIENCE" });
    expect(openingFilter([line, table])).toEqual({});
  });

  it("are compared by what they select", () => {
    expect(sameOwnFilter({ timeScale: "BY_MONTHS" }, { timeScale: "BY_MONTHS" })).toBe(true);
    expect(sameOwnFilter({}, { recordCount: 0 })).toBe(false);
    expect(sameOwnFilter({}, { recordCount: null })).toBe(false);
  });

  it("do not offer the first level as the second", () => {
    expect(secondLevels("LOB")).toEqual(["NONE", "TIER", "AUDIENCE"]);
    expect(secondLevels("AUDIENCE")).toEqual(["NONE", "LOB", "TIER"]);
  });
});

const { figures: ofLogins } = breakdownCall("api/v1/dashboard/users/logins");

describe("the texts of a figure", () => {
  it("come from the call's answer", () => {
    expect(figureInfo(ofLogins("UNIQUE_LOGINS_BY_PERIOD"), undefined)).toMatchObject({
      label: "Unique Logins",
      unit: "count",
      metric: "logins.uniqueLogins",
    });
    expect(figureInfo(ofLogins("LOGINS_TABLE"), "unique").metric).toBe("logins.uniqueLogins");
    expect(() => figureInfo(ofLogins("LOGINS_TABLE"), "uniqe")).toThrow("uniqe");
    expect(() => ofLogins("LOGINS_TABEL")).toThrow("LOGINS_TABEL");
  });

  it("come from the call's whole answer if the page built the block from it", () => {
    const { figures } = unwrappedCall("api/v1/website/dashboard/sourceOfTraffic", () => ({}));
    expect(figureInfo(figures("SOURCES"), "sessions").metric).toBe("visitors.sessions");
    expect(figureInfo(figures("SOURCES"), "pageviews")).toMatchObject({
      label: "Pageviews",
      metric: "visitors.pageViews",
    });
  });

  it("come from the screen if it declares them, and explain figures that are on no card", () => {
    const { figures } = breakdownCall("api/v1/dashboard/users/returnRateFrequency");
    expect(figureInfo(figures("RETURN_LOGINS_TABLE"), "avgLogins")).toMatchObject({
      label: "Avg. Login/Member",
      metric: "returnRate.avgLoginUser",
    });
    expect(figureInfo(figures("RETURN_FREQUENCY_TABLE"), "logins1_3")).toMatchObject({
      label: "1-3 Logins",
      definition: "Members with 1 to 3 logins in the period.",
      metric: null,
    });
  });

  it("say that lower is better, at every header too", () => {
    const { figures } = breakdownCall("api/v1/dashboard/users/dormantRate");
    const known = figures("DORMANT_RATE_TABLE");
    const lower = figureInfo(known, "percent");
    expect(helpOf(lower)).toBe(`${lower.definition} Lower is better.`);
    const [first, second] = columnsOf(known, [{ field: "dormantUsers" }, { field: "enrolledUsers" }]);
    expect(first?.definition).toMatch(/ Lower is better\.$/);
    expect(second?.definition).not.toMatch(/Lower is better/);
  });

  it("are in the header of their column by default", () => {
    const [own, other, text] = columnsOf(ofLogins("LOGINS_TABLE"), [
      { field: "total", bar: true },
      { field: "unique", label: "Members", format: "countAndShare" },
      { field: "note", label: "Note", format: "text" },
    ]);
    expect(own).toMatchObject({ field: "total", label: "Total Logins", unit: "count", bar: true });
    expect(other).toMatchObject({ label: "Members", unit: "count", isShared: true });
    expect(text).toEqual({ field: "note", label: "Note", text: "text", linkText: undefined });
  });
});

describe("the rows of a list", () => {
  it("are named by their field and ranked in the order of the answer", () => {
    expect(listRows([{ link: "x", total: 2 }], "link")).toEqual([
      { link: "x", total: 2, rank: 1, name: "x", isTotal: false, records: [] },
    ]);
  });

  it("are found by their name and their texts, ignoring case", () => {
    const rows = listRows(
      [
        { name: "Spa day", page: "Home" },
        { name: "Gym", page: "Deals" },
      ],
      "name",
    );
    const columns = columnsOf([], [{ field: "page", label: "Page", format: "text" }]);
    const found = (text: string) => matching(searchable(rows, columns), text).map(({ name }) => name);
    expect(found("SPA")).toEqual(["Spa day"]);
    expect(found(" deal ")).toEqual(["Gym"]);
    expect(found("")).toEqual(["Spa day", "Gym"]);
    expect(found("none")).toEqual([]);
  });

  it("can be incomplete", () => {
    const six = Array<DataRow>(6).fill({ name: "a" });
    const cut = (total: number | undefined, limit: number | null) =>
      rowsLeftOut({ ...wholeRows(six), total, limit }, 6);
    expect(cut(20, 6)).toBe(14);
    expect(cut(6, 6)).toBe(0);
    expect(cut(undefined, 6)).toBeNull();
    expect(cut(undefined, 0)).toBe(0);
    expect(cut(undefined, 10)).toBe(0);
    expect(cut(undefined, null)).toBe(0);
  });
});

it("stretches a block that would be next to a gap", () => {
  const chart = (id: string) => ({ ...line, id });
  const wide = (...blocks: BlockDeclaration[]) => [...wideBlocks(blocks)].sort();
  expect(wide(chart("a"), chart("b"), table)).toEqual(["t"]);
  expect(wide(chart("a"), table, chart("b"), chart("c"))).toEqual(["a", "t"]);
  expect(wide(chart("a"), chart("b"), chart("c"))).toEqual(["c"]);
  // Not a block whose height grows with its width: it would be too high.
  expect(wide({ ...line, id: "a", aspect: 0.8 })).toEqual([]);
  expect(wide({ ...list, id: "l", wide: false }, { ...list, id: "m", wide: false })).toEqual([]);
});
