// Generated from the declared groupings by `make generate`. Do not edit.
import type { FilterParams, GroupType } from "./wire";

/** The two fields of a filter for a grouping, and whether a member can be in several of its groups. */
type Grouping = { readonly ids: keyof FilterParams; readonly all: keyof FilterParams; readonly many: boolean };

/** What members can be grouped by, in the order of answers. */
export const groupings = {
  TIER: { ids: "userGroupTiers", all: "userGroupsTiersAll", many: false },
  LOB: { ids: "userGroupLobs", all: "userGroupsLobsAll", many: false },
  AUDIENCE: { ids: "userGroupAudiences", all: "userGroupsAudiencesAll", many: true },
} as const satisfies Record<GroupType, Grouping>;
