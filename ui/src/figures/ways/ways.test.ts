import { describe, expect, it } from "vitest";
import type { BlockDeclaration } from "../blocks/declaration";
import { readView } from "../blocks/viewState";
import { DEFAULT_FILTERS } from "../filters/model";
import { addressDuring, addressOf, byName, movesOf, onlyThese } from "./ways";

const HERE = { pathname: "/offers-dashboard/offers-breakdown", search: "?view=totals.all&fromPage=%2Fold" };
const parts = (address: string | null) => {
  const { pathname, searchParams } = new URL(address ?? "", "http://localhost");
  return [pathname, JSON.parse(searchParams.get("filters") ?? "null"), searchParams.get("fromPage")];
};

it("leads from an item to the screen that shows most about it, and back to the screen as it was", () => {
  const filters = { ...DEFAULT_FILTERS, period: "LAST_30DAYS" } as const;
  expect(parts(addressOf([{ kind: "offer", name: "Gym", ids: [7, 3] }], filters, HERE))).toEqual([
    "/offers-dashboard",
    { period: "LAST_30DAYS", offersAll: false, offers: [3, 7] },
    "/offers-dashboard/offers-breakdown?view=totals.all",
  ]);
});

it("has both groups of a row below another", () => {
  const items = [
    { kind: "LOB", name: "Retail", ids: [2] },
    { kind: "TIER", name: "Gold", ids: [1] },
  ] as const;
  const [path, filters] = parts(addressOf(items, DEFAULT_FILTERS, HERE));
  expect(path).toBe("/user-dashboard");
  expect(filters).toMatchObject({ userGroupLobs: [2], userGroupTiers: [1] });
  expect(addressOf([], DEFAULT_FILTERS, HERE)).toBeNull();
});

it("leads from a partner to all of its offers", () => {
  const address = addressOf([{ kind: "partner", name: "Harborline", ids: [9, 4] }], DEFAULT_FILTERS, HERE);
  expect(parts(address).slice(0, 2)).toEqual([
    "/offers-dashboard",
    { period: "THIS_YEAR", offersAll: false, offers: [4, 9] },
  ]);
});

describe("what no list of the filter has", () => {
  const LIST: BlockDeclaration = {
    kind: "list",
    id: "articles",
    block: "ARTICLES_VISITED",
    title: "Articles",
    items: "article",
    search: "Type to search",
    first: { field: "name", label: "Article" },
    columns: [{ field: "visits" }],
  };

  it.each([
    ["article", "/content-dashboard/articles-breakdown", ["articles"]],
    ["channel", "/user-dashboard/registrations-breakdown", ["sources"]],
    ["source", "/website-dashboard/source-breakdown", ["share", "bars"]],
    ["term", "/website-dashboard/searches-breakdown", ["terms"]],
  ] as const)("leads to the blocks that show it alone: %s", (kind, path, blocks) => {
    const filters = { ...DEFAULT_FILTERS, period: "LAST_30DAYS" } as const;
    const address = addressOf([{ kind, name: "Direct", ids: [] }], filters, HERE);
    expect(parts(address)).toEqual([
      path,
      { period: "LAST_30DAYS" },
      "/offers-dashboard/offers-breakdown?view=totals.all",
    ]);
    const view = new URL(address ?? "", "http://localhost").searchParams.get("view") ?? "";
    expect(view.split("*")).toEqual(blocks.map((block) => `${block}.only-Direct`));
  });

  it.each(["electric car", "100% off", "A*B.find-C", "Straße 7.5"])("reads its name back: %s", (name) => {
    const address = addressOf([{ kind: "article", name, ids: [] }], DEFAULT_FILTERS, HERE);
    const view = new URL(address ?? "", "http://localhost").searchParams.get("view") ?? "";
    expect(readView(view, [LIST])).toMatchObject({ articles: { only: name, search: "" } });
  });

  it("chooses a poll", () => {
    const address = addressOf([{ kind: "poll", name: "Liked it?", ids: [3] }], DEFAULT_FILTERS, HERE);
    expect(address).toMatch(/^\/content-dashboard\/polls-breakdown\?.*\bpoll=3$/);
  });
});

it("leads from a group to why it changed, with groups as they were and a period to compare with", () => {
  const filters = { ...DEFAULT_FILTERS, comparison: "NONE" } as const;
  const address = movesOf([{ kind: "TIER", name: "Gold", ids: [2] }], filters, HERE);
  const [path, written, from] = parts(address);
  expect(path).toBe("/explain/programActiveRate.percent");
  expect(written).toEqual({
    period: "THIS_YEAR",
    userGroupsTiersAll: false,
    userGroupTiers: [2],
    groupsAsOf: "WINDOW",
  });
  expect(from).toBe("/offers-dashboard/offers-breakdown?view=totals.all");
  expect(new URL(address, "http://localhost").searchParams.get("open")).toBe('{"by":"MOVES"}');
});

it("does not leave an item out by the list that it is chosen from, too", () => {
  const lists = { ...DEFAULT_FILTERS.lists, offersCategories: [4], tiers: [1] };
  const only = onlyThese({ ...DEFAULT_FILTERS, lists }, [{ kind: "offer", name: "Gym", ids: [7] }]);
  expect(only.lists).toMatchObject({ offers: [7], offersCategories: "all", tiers: [1] });
});

it("narrows the period on the same screen, whose choices stay", () => {
  const address = addressDuring({ start: "2026-06-01", end: "2026-06-30" }, DEFAULT_FILTERS, HERE);
  expect(parts(address)).toEqual([
    HERE.pathname,
    { period: "SELECTED_DATE", startDate: "2026-06-01", endDate: "2026-06-30" },
    "/offers-dashboard/offers-breakdown?view=totals.all",
  ]);
  expect(address).toContain("view=totals.all");
});

it("knows all items of one name", () => {
  const items = [
    { id: 1, name: "Free coffee" },
    { id: 2, name: "Gym" },
    { id: 3, name: "Free coffee" },
  ];
  expect([...byName(items)]).toEqual([
    ["Free coffee", [1, 3]],
    ["Gym", [2]],
  ]);
});
