import { describe, expect, it } from "vitest";
import type { ModuleCode, Permission, UserGroup } from "../../../generated/wire";
import { MODULE_CHOICES } from "../../../kit/parts/modules";
import {
  groupChoices,
  isAdministration,
  membersText,
  modulesText,
  roleCode,
  roleTitle,
  withIds,
  withModules,
} from "./roles";

const may = (code: ModuleCode, editable = false): Permission => ({ module: { code }, editable });
const every = MODULE_CHOICES.map(({ value }) => value);

const groups: readonly UserGroup[] = [
  { id: 1, name: "Gold", type: "TIER", place: 0 },
  { id: 2, name: "Silver", type: "TIER", place: 1 },
  { id: 1, name: "Auto", type: "LOB", place: 0 },
];

describe("a role", () => {
  it("has a name in place of its code where it is always there", () => {
    expect(["ROLE_ADMIN", "USERS", "Sales"].map(roleTitle)).toEqual(["Administrator", "User", "Sales"]);
    expect(["ROLE_ADMIN", "USERS", "Sales"].map(roleCode)).toEqual(["ROLE_ADMIN", "USERS", undefined]);
  });

  it("names its modules, or the few that it lacks", () => {
    expect(modulesText({ permissions: every.map((code) => may(code)) })).toBe("All");
    const most = every.filter((code) => !["ADMIN", "PEOPLE"].includes(code));
    expect(modulesText({ permissions: most.map((code) => may(code)) })).toBe(
      "All but Administration, People",
    );
    // In the order of lists, whatever the server's; whether it may change something only where there is something.
    const permissions = [may("OFFERS", true), may("DATA", true), may("ADMIN")];
    expect(modulesText({ permissions })).toBe("Administration, Data (may change), Offers Dashboard");
  });

  it("names the groups whose members it shows, also those that are not loaded", () => {
    expect(membersText({ groups: [], withoutMembers: false }, groups)).toBe("Everybody");
    const limits = withIds([{ type: "TIER", ids: [1, 7] }], "LOB", [1]);
    expect(membersText({ groups: limits, withoutMembers: true }, groups)).toBe(
      "Tiers: Gold, 7 (not loaded); Lines of business: Auto; also the website and the schedule",
    );
    expect(groupChoices("TIER", groups, [7]).map(({ value }) => value)).toEqual([1, 2, 7]);
    expect(withIds(limits, "TIER", [])).toEqual([{ type: "LOB", ids: [1] }]);
  });

  it("keeps what a module may change when others come and go", () => {
    const permissions = withModules([may("DATA", true), may("OFFERS")], ["DATA", "EMAILS"]);
    expect(permissions).toEqual([may("DATA", true), may("EMAILS")]);
    expect(isAdministration(permissions)).toBe(true);
    expect(isAdministration([may("EMAILS")])).toBe(false);
  });
});
