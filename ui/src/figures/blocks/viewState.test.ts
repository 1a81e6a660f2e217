import { describe, expect, it } from "vitest";
import type { BlockDeclaration, ListBlock } from "./declaration";
import { defaultView, readView, type ViewState, writeView } from "./viewState";

const base = { block: "B", title: "T", sort: { column: "name", descending: false } } as const;
const line: BlockDeclaration = { ...base, kind: "line", id: "logins", viewBy: true };
const fixed: BlockDeclaration = { ...base, kind: "line", id: "tiers", timeScale: false };
const pie: BlockDeclaration = { ...base, kind: "pie", id: "DeviceCategory_PIE", of: "Sessions" };
const listed: BlockDeclaration = { ...pie, id: "Screens_PIE", opensAsTable: true };
const table: BlockDeclaration = {
  ...base,
  kind: "table",
  id: "table",
  opensBy: "AUDIENCE",
  columns: [{ field: "total" }, { field: "logins1_3" }],
};
const list: ListBlock = {
  ...base,
  kind: "list",
  id: "OFFERS",
  first: { field: "offer", label: "Offer" },
  columns: [{ field: "total" }],
  search: "Type to search",
};
const terms: BlockDeclaration = { ...list, id: "terms", items: "term" };
const BLOCKS = [line, fixed, pie, listed, table, list, terms];

const written = (changes: Record<string, Partial<ViewState>>) =>
  writeView(
    Object.fromEntries(
      BLOCKS.flatMap((one) =>
        changes[one.id] ? [[one.id, { ...defaultView(one), ...changes[one.id] }]] : [],
      ),
    ),
    BLOCKS,
  );

/** The choices of a text that differ from the defaults. */
const read = (text: string) =>
  Object.fromEntries(
    Object.entries(readView(text, BLOCKS)).map(([id, choice]) => {
      const block = BLOCKS.find((one) => one.id === id);
      const opening = Object.entries(block ? defaultView(block) : {});
      const changed = opening.filter(
        ([key, value]) => JSON.stringify(choice[key as keyof ViewState]) !== JSON.stringify(value),
      );
      return [id, Object.fromEntries(changed.map(([key]) => [key, choice[key as keyof ViewState]]))];
    }),
  );

describe("the choices in the address", () => {
  const CASES: [string, Record<string, Partial<ViewState>>][] = [
    ["logins.quarters.by-tier", { logins: { timeScale: "BY_QUARTERS", viewBy: "TIER" } }],
    [
      "logins.table*DeviceCategory_PIE.table",
      { logins: { asTable: true }, DeviceCategory_PIE: { asTable: true } },
    ],
    // It opens as its list.
    ["Screens_PIE.chart", { Screens_PIE: { asTable: false } }],
    ["table.by-lob", { table: { viewByH1: "LOB" } }],
    [
      "table.by-audience-tier.desc-logins1_3",
      { table: { viewByH2: "TIER", sort: { column: "logins1_3", descending: true } } },
    ],
    [
      "table.compared.desc-total_change",
      { table: { isCompared: true, sort: { column: "total_change", descending: true } } },
    ],
    ["table.desc-name", { table: { sort: { column: "name", descending: true } } }],
    [
      "OFFERS.compared.desc-total_before.all",
      { OFFERS: { isCompared: true, isWhole: true, sort: { column: "total_before", descending: true } } },
    ],
    ["OFFERS.all.find-5.5% off", { OFFERS: { isWhole: true, search: "5.5% off" } }],
    ["terms.all.only-a.find-b", { terms: { isWhole: true, only: "a.find-b" } }],
    ["terms.find-a.only-b", { terms: { search: "a.only-b" } }],
    ["OFFERS.find-a.find-b", { OFFERS: { search: "a.find-b" } }],
  ];

  it.each(CASES)("read %s, and are written the same", (text, choices) => {
    // A percent sign is escaped, so that it is read back unchanged.
    expect(read(written(choices))).toEqual(choices);
    expect(written(choices).replaceAll("%25", "%")).toBe(text);
  });

  it("can contain any search text", () => {
    for (const search of ["a*b.c", "%2A", "100 %", "café & bar?", "*", "%"]) {
      expect(read(written({ OFFERS: { search }, logins: { timeScale: "BY_YEARS" } }))).toEqual({
        logins: { timeScale: "BY_YEARS" },
        OFFERS: { search },
      });
    }
  });

  it("omit the defaults of a block", () => {
    expect(written({ logins: {}, table: { viewByH1: "AUDIENCE" }, OFFERS: { search: "  " } })).toBe("");
  });

  it.each([
    "",
    "*.*",
    "nothing.quarters",
    "logins.decades.by-nothing.by-tier-lob.desc-total.all.find-x",
    "tiers.quarters.by-tier",
    "table.by-tier-tier.by-none.by-lob-tier-audience.desc-unknown.asc-.table.quarters",
    "OFFERS.table.by-tier.desc-offers.find-%E0%A4%A",
    "logins.constructor.__proto__",
    "OFFERS.only-a",
    "terms.only-%E0%A4%A",
  ])("are ignored where they make no sense: %s", (text) => {
    for (const changed of Object.values(read(text))) expect(changed).toEqual({});
  });

  it("keep valid parts and ignore invalid ones", () => {
    expect(read("logins.decades.years*nobody.all*OFFERS.quarters.all")).toEqual({
      logins: { timeScale: "BY_YEARS" },
      OFFERS: { isWhole: true },
    });
  });
});
