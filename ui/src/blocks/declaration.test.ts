import { describe, expect, it } from "vitest";
import type { Block } from "../api/generated/wire";
import {
  type BlockDeclaration,
  defaultOwnFilter,
  isEmptyBlock,
  tableColumns,
  wideBlocks,
} from "./declaration";
import { listRows } from "./ListBlockView";
import { secondLevels } from "./TableBlockView";
import { sameOwnFilter } from "./useBlocks";

const FILTER = {
  timeScale: "BY_MONTHS",
  viewBy: "TOTALS",
  viewByH1: "LOB",
  viewByH2: "NONE",
  recordCount: null,
} as const;
const answer = (data: unknown): Block => ({ type: "X", filterParams: FILTER, data });
const line: BlockDeclaration = {
  kind: "line",
  id: "a",
  block: "A",
  title: "A",
  metric: "logins.totalLogins",
};
const table: BlockDeclaration = {
  kind: "table",
  id: "t",
  block: "T",
  title: "T",
  columns: [{ field: "total", metric: "logins.totalLogins", bar: true }],
  sort: { column: "name", descending: false },
};
const pie: BlockDeclaration = { kind: "pie", id: "p", block: "P", title: "P", of: "Sessions" };
const list: BlockDeclaration = { ...table, kind: "list", first: { field: "link", label: "Link" } };

describe("an empty block", () => {
  it.each([
    [line, []],
    [table, [{ name: "Total", isTotal: true, total: 0, records: [] }]],
    [table, []],
    [pie, [{ name: "a", value: 0 }]],
    [list, []],
  ])("is told from a full one", (declaration, data) => {
    expect(isEmptyBlock(declaration, answer(data))).toBe(true);
    expect(isEmptyBlock(declaration, undefined)).toBe(true);
  });

  it.each([
    [line, [["Jan 2026", 0]]],
    [table, [{ name: "Auto", isTotal: false, total: 0, records: [] }]],
    [table, [{ name: "Auto", isTotal: true, total: 0, records: [{ name: "Gold" }] }]],
    [pie, [{ name: "a", value: 1 }]],
    [list, [{ link: "x" }]],
  ])("is not one with figures", (declaration, data) => {
    expect(isEmptyBlock(declaration, answer(data))).toBe(false);
  });
});

describe("own filters", () => {
  it("begin with what the screen's call answers", () => {
    expect(defaultOwnFilter(line)).toEqual({ timeScale: "BY_MONTHS", viewBy: "TOTALS" });
    expect(defaultOwnFilter(table)).toEqual({ viewByH1: "LOB", viewByH2: "NONE" });
    const byAudience = { ...table, viewBy: { viewByH1: "AUDIENCE", viewByH2: "NONE" } } as const;
    expect(defaultOwnFilter(byAudience)).toEqual({ viewByH1: "AUDIENCE", viewByH2: "NONE" });
    expect(defaultOwnFilter(list)).toEqual({});
  });

  it("are compared by what they choose", () => {
    expect(sameOwnFilter({ timeScale: "BY_MONTHS" }, { timeScale: "BY_MONTHS" })).toBe(true);
    expect(sameOwnFilter({}, { recordCount: 0 })).toBe(false);
    expect(sameOwnFilter({}, { recordCount: null })).toBe(true);
  });

  it("offer no second level that is the first", () => {
    expect(secondLevels("LOB")).toEqual(["NONE", "TIER", "AUDIENCE"]);
    expect(secondLevels("AUDIENCE")).toEqual(["NONE", "LOB", "TIER"]);
  });
});

it("takes a column's words from its metric", () => {
  expect(tableColumns([{ field: "total", metric: "logins.totalLogins" }])[0]).toMatchObject({
    field: "total",
    label: "Total Logins",
    unit: "count",
  });
  expect(tableColumns([{ field: "note", label: "Note" }])[0]).toEqual({ field: "note", label: "Note" });
});

it("names the rows of a list by their field", () => {
  expect(listRows([{ link: "x", total: 2 }], "link")).toEqual([
    { link: "x", total: 2, name: "x", isTotal: false, records: [] },
  ]);
  expect(listRows(null, "link")).toEqual([]);
});

it("stretches a block that would stand beside a gap", () => {
  const chart = (id: string) => ({ ...line, id });
  const wide = (...blocks: BlockDeclaration[]) => [...wideBlocks(blocks)].sort();
  expect(wide(chart("a"), chart("b"), table)).toEqual(["t"]);
  expect(wide(chart("a"), table, chart("b"), chart("c"))).toEqual(["a", "t"]);
  expect(wide(chart("a"), chart("b"), chart("c"))).toEqual(["c"]);
  expect(wide({ ...list, id: "l", wide: false }, { ...list, id: "m", wide: false })).toEqual([]);
});
