import { describe, expect, it } from "vitest";
import { exampleUser } from "../../api/session/exampleUser";
import type { ViewAnswer } from "../../generated/wire";
import { encodeFilters } from "../filters/codec";
import { DEFAULT_FILTERS, withList } from "../filters/model";
import { choosableGroups, differs, found, isOpen, leftOf, moduleOfScreen, savedScreen } from "./model";

const GOLD = withList(DEFAULT_FILTERS, "tiers", [1, 9]);

const view: ViewAnswer = {
  id: 1,
  name: "Gold",
  screen: "user-dashboard",
  filters: encodeFilters(GOLD),
  blocks: "",
  shared: false,
  login: "ann",
  isOwn: true,
  isFirst: false,
};

describe("the screens that can be saved", () => {
  it("are those with filters", () => {
    expect(savedScreen("/User-Dashboard/logins-breakdown")).toBe("user-dashboard/logins-breakdown");
    expect(savedScreen("/recommendations")).toBe("recommendations");
    for (const path of ["/admin", "/account", "/explain/logins.totalLogins", "/content-elements", "/nowhere"])
      expect(savedScreen(path), path).toBeNull();
  });

  it("belong to the module of their first part", () => {
    expect(moduleOfScreen("user-dashboard/logins-breakdown")).toBe("MEMBERS");
    expect(moduleOfScreen("bond-insights")).toBe("INSIGHTS");
    expect(moduleOfScreen("constructor")).toBeNull();
  });

  it("are open with the module; what is gone opens what is above it", () => {
    const user = { ...exampleUser, modules: ["MEMBERS"] as const };
    expect(isOpen({ ...user, modules: [...user.modules] }, view)).toBe(true);
    expect(isOpen({ ...user, modules: [...user.modules] }, { screen: "offers-dashboard" })).toBe(false);
    expect(isOpen(exampleUser, { screen: "gone-dashboard" })).toBe(true);
  });
});

describe("a view", () => {
  it("differs from what is shown by screen, filters or choices", () => {
    const shown = { screen: "user-dashboard", filters: GOLD, blocks: "" };
    expect(differs(view, shown)).toBe(false);
    expect(differs(view, { ...shown, screen: "user-dashboard/logins-breakdown" })).toBe(true);
    expect(differs(view, { ...shown, blocks: "LOGINS.quarters" })).toBe(true);
    expect(differs(view, { ...shown, filters: { ...GOLD, groupsAsOf: "WINDOW" } })).toBe(true);
    expect(differs(view, { ...shown, filters: withList(GOLD, "lobs", [3]) })).toBe(true);
  });

  it("is found by a part of its name", () => {
    const silver = { ...view, id: 2, name: "Silver in spring" };
    expect(found([view, silver], " SPRING ")).toEqual([silver]);
    expect(found([view, silver], "")).toHaveLength(2);
  });
});

describe("what is left of filters", () => {
  const groups = choosableGroups([
    { id: 1, name: "Gold", type: "TIER", place: 0 },
    { id: 3, name: "Auto", type: "LOB", place: 0 },
  ]);

  it("is all of them where everything can be chosen", () => {
    const filters = withList(DEFAULT_FILTERS, "tiers", [1]);
    expect(leftOf(filters, groups)).toEqual({ filters, gone: {}, isSome: true });
    expect(leftOf(withList(filters, "tiers", []), groups).gone).toEqual({});
  });

  it("lacks what cannot be chosen", () => {
    const { filters, gone, isSome } = leftOf(GOLD, groups);
    expect(filters.lists.tiers).toEqual([1]);
    expect([gone, isSome]).toEqual([{ tiers: 1 }, true]);
  });

  it("is all of a list of which nothing is left", () => {
    const { filters, gone, isSome } = leftOf(withList(GOLD, "lobs", [8, 9]), groups);
    expect([filters.lists.tiers, filters.lists.lobs]).toEqual([[1], "all"]);
    expect([gone, isSome]).toEqual([{ tiers: 1, lobs: 2 }, false]);
  });

  it("keeps lists that are not known", () => {
    const filters = withList(DEFAULT_FILTERS, "offers", [5]);
    expect(leftOf(filters, groups).filters.lists.offers).toEqual([5]);
    expect(leftOf(filters, { ...groups, offers: new Set<number>() }).gone).toEqual({ offers: 1 });
  });
});
