import { expect, it } from "vitest";
import { DEFAULT_FILTERS } from "../filters/model";
import { addressDuring, addressOf, byName, onlyThese } from "./ways";

const HERE = { pathname: "/offers-dashboard/offers-breakdown", search: "?view=totals.all&fromPage=%2Fold" };
const parts = (address: string | null) => {
  const { pathname, searchParams } = new URL(address ?? "", "http://localhost");
  return [pathname, JSON.parse(searchParams.get("filters") ?? "null"), searchParams.get("fromPage")];
};

it("leads from an item to the screen that shows most about it, and back to the screen as it was", () => {
  const filters = { ...DEFAULT_FILTERS, period: "LAST_30DAYS" } as const;
  expect(parts(addressOf([{ kind: "offer", ids: [7, 3] }], filters, HERE))).toEqual([
    "/offers-dashboard",
    { period: "LAST_30DAYS", offersAll: false, offers: [3, 7] },
    "/offers-dashboard/offers-breakdown?view=totals.all",
  ]);
});

it("has both groups of a row below another", () => {
  const items = [
    { kind: "LOB", ids: [2] },
    { kind: "TIER", ids: [1] },
  ] as const;
  const [path, filters] = parts(addressOf(items, DEFAULT_FILTERS, HERE));
  expect(path).toBe("/user-dashboard");
  expect(filters).toMatchObject({ userGroupLobs: [2], userGroupTiers: [1] });
  expect(addressOf([], DEFAULT_FILTERS, HERE)).toBeNull();
});

it("does not leave an item out by the list that it is chosen from, too", () => {
  const lists = { ...DEFAULT_FILTERS.lists, offersCategories: [4], tiers: [1] };
  const only = onlyThese({ ...DEFAULT_FILTERS, lists }, [{ kind: "offer", ids: [7] }]);
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
