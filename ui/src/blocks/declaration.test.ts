import { describe, expect, it } from "vitest";
import type { Block } from "../api/generated/wire";
import { bareBlock } from "./bareBlock";
import {
  type BlockDeclaration,
  defaultOwnFilter,
  type ListBlock,
  type TableBlock,
  wideBlocks,
} from "./declaration";
import { columnsOf, figureIndex, figureInfo, helpOf } from "./figureInfo";
import { listRows, matching, rowsLeftOut } from "./list/listRows";
import { secondLevels } from "./table/TableBlockView";
import { sameOwnFilter } from "./useBlocks";
import { isEmptyBlock } from "./view/emptiness";

const answer = (data: unknown): Block => bareBlock("X", data);
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
    [line, []],
    [table, [{ name: "Total", isTotal: true, total: 0, records: [] }]],
    [table, []],
    [pie, [{ name: "a", value: 0 }]],
    [list, []],
  ])("is told from a full one", (declaration, data) => {
    expect(isEmptyBlock("api/x", declaration, answer(data))).toBe(true);
    expect(isEmptyBlock("api/x", declaration, undefined)).toBe(true);
  });

  it.each([
    [line, [["Jan 2026", 0]]],
    [table, [{ name: "Auto", isTotal: false, total: 0, records: [] }]],
    [table, [{ name: "Auto", isTotal: true, total: 0, records: [{ name: "Gold" }] }]],
    [pie, [{ name: "a", value: 1 }]],
    [list, [{ link: "x" }]],
  ])("is not one with figures", (declaration, data) => {
    expect(isEmptyBlock("api/x", declaration, answer(data))).toBe(false);
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
    expect(sameOwnFilter({}, { recordCount: null })).toBe(false);
  });

  it("offer no second level that is the first", () => {
    expect(secondLevels("LOB")).toEqual(["NONE", "TIER", "AUDIENCE"]);
    expect(secondLevels("AUDIENCE")).toEqual(["NONE", "LOB", "TIER"]);
  });
});

const LOGINS = "api/v1/dashboard/users/logins";

describe("the words of a figure", () => {
  it("come from what the call answers", () => {
    expect(figureInfo(LOGINS, "UNIQUE_LOGINS_BY_PERIOD", undefined)).toMatchObject({
      label: "Unique Logins",
      unit: "count",
      metric: "logins.uniqueLogins",
    });
    expect(figureInfo(LOGINS, "LOGINS_TABLE", "unique").metric).toBe("logins.uniqueLogins");
  });

  it("come from all the call answers where the page made the block of it", () => {
    const source = "api/v1/website/dashboard/sourceOfTraffic";
    expect(figureInfo(source, "SOURCES", "sessions").metric).toBe("visitors.sessions");
    expect(figureInfo(source, "SOURCES", "pageviews")).toMatchObject({
      label: "Pageviews",
      metric: "visitors.pageViews",
    });
    expect(figureInfo("api/x", "X", "value")).toMatchObject({ label: "", unit: "count", metric: null });
  });

  it("tell that less is better, at every header too", () => {
    const dormant = "api/v1/dashboard/users/dormantRate";
    const lower = figureInfo(dormant, "DORMANT_RATE_TABLE", "percent");
    expect(helpOf(lower)).toBe(`${lower.definition} Lower is better.`);
    const [first, second] = columnsOf(dormant, "DORMANT_RATE_TABLE", [
      { field: "dormantUsers" },
      { field: "enrolledUsers" },
    ]);
    expect(first?.definition).toMatch(/ Lower is better\.$/);
    expect(second?.definition).not.toMatch(/Lower is better/);
    expect(helpOf({ definition: undefined, polarity: "lower" })).toBeUndefined();
  });

  it("stand at the head of their column unless it says otherwise", () => {
    const [own, other, text] = columnsOf(LOGINS, "LOGINS_TABLE", [
      { field: "total", bar: true },
      { field: "unique", label: "Members", format: "countAndShare" },
      { field: "note", label: "Note", format: "text" },
    ]);
    expect(own).toMatchObject({ field: "total", label: "Total Logins", unit: "count", bar: true });
    expect(other).toMatchObject({ label: "Members", unit: "count", isShared: true });
    expect(text).toEqual({ field: "note", label: "Note", text: "text", linkText: undefined });
  });

  it("tell which value of a row it is", () => {
    const block = { ...answer([]), series: ["sent", "delivered"].map((key) => ({ key, name: key })) };
    expect(figureIndex("api/x", block, "X", "delivered")).toBe(2);
    expect(figureIndex("api/x", block, "X", undefined)).toBe(1);
    expect(figureIndex(LOGINS, answer([]), "LOGINS_TABLE", "unique")).toBe(2);
  });
});

describe("the rows of a list", () => {
  it("are named by their field and ranked in the order of the answer", () => {
    expect(listRows([{ link: "x", total: 2 }], "link")).toEqual([
      { link: "x", total: 2, rank: 1, name: "x", isTotal: false, records: [] },
    ]);
    expect(listRows(null, "link")).toEqual([]);
  });

  it("are found by their name and their texts, whatever the case", () => {
    const rows = listRows(
      [
        { name: "Spa day", page: "Home" },
        { name: "Gym", page: "Deals" },
      ],
      "name",
    );
    const columns = columnsOf("api/x", "X", [
      { field: "page", label: "Page", format: "text" },
      { field: "total" },
    ]);
    const found = (text: string) => matching(rows, columns, text).map(({ name }) => name);
    expect(found("SPA")).toEqual(["Spa day"]);
    expect(found(" deal ")).toEqual(["Gym"]);
    expect(found("")).toEqual(["Spa day", "Gym"]);
    expect(found("none")).toEqual([]);
  });

  it("may be the first of more", () => {
    const cut = (total: number | undefined, recordCount: number | null) =>
      rowsLeftOut({ ...bareBlock("X", [], recordCount), total }, 6);
    expect(cut(20, 6)).toBe(14);
    expect(cut(6, 6)).toBe(0);
    expect(cut(undefined, 6)).toBeNull();
    expect(cut(undefined, 0)).toBe(0);
    expect(cut(undefined, 10)).toBe(0);
    expect(cut(undefined, null)).toBe(0);
  });
});

it("stretches a block that would stand beside a gap", () => {
  const chart = (id: string) => ({ ...line, id });
  const wide = (...blocks: BlockDeclaration[]) => [...wideBlocks(blocks)].sort();
  expect(wide(chart("a"), chart("b"), table)).toEqual(["t"]);
  expect(wide(chart("a"), table, chart("b"), chart("c"))).toEqual(["a", "t"]);
  expect(wide(chart("a"), chart("b"), chart("c"))).toEqual(["c"]);
  // At a height that grows with its width it would be too high.
  expect(wide({ ...line, id: "a", aspect: 0.8 })).toEqual([]);
  expect(wide({ ...list, id: "l", wide: false }, { ...list, id: "m", wide: false })).toEqual([]);
});
