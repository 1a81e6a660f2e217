import { expect, it } from "vitest";
import type { UserGroup } from "../../generated/wire";
import { narrowingOf } from "./narrowing";

const GROUPS = [
  { id: 1, name: "Bronze", type: "TIER" },
  { id: 2, name: "Silver", type: "TIER" },
  { id: 3, name: "Gold", type: "TIER" },
  { id: 4, name: "Platinum", type: "TIER" },
  { id: 5, name: "Auto", type: "LOB" },
  { id: 6, name: "Home", type: "LOB" },
] as UserGroup[];
const tiers = (...ids: number[]) => narrowingOf({ userGroupsTiersAll: false, userGroupTiers: ids }, GROUPS);

it("names what is left of each list", () => {
  expect(narrowingOf({ userGroupsTiersAll: true, userGroupsLobsAll: true }, GROUPS)).toEqual([]);
  expect(narrowingOf({ period: "THIS_YEAR" }, GROUPS)).toEqual([]);
  expect(tiers(3)).toEqual(["Gold"]);
  expect(tiers(2, 3)).toEqual(["Silver Gold"]);
  expect(tiers(1, 2, 3)).toEqual(["3 of 4 Tiers"]);
  expect(tiers()).toEqual(["No tiers"]);
  expect(tiers(9)).toEqual(["No tiers"]);
  expect(tiers(1, 2, 3, 4)).toEqual([]);
  expect(
    narrowingOf({ userGroupsLobsAll: false, userGroupLobs: [5], offersAll: false, offers: [7] }, GROUPS),
  ).toEqual(["Auto", "Chosen Offers"]);
});

it("names the groups that count", () => {
  expect(narrowingOf({ groupsAsOf: "WINDOW" }, GROUPS)).toEqual(["as they were then"]);
});

it("says that something is left out while the groups are not known", () => {
  expect(narrowingOf({ userGroupsTiersAll: false, userGroupTiers: [3] }, [])).toEqual(["Chosen Tiers"]);
});
