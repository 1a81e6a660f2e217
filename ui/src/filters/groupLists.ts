import type { GroupType, UserGroup } from "../api/generated/wire";
import type { ListId } from "./model";

/** The lists of user groups, in the order they are shown. */
export const GROUP_LISTS = [
  { list: "tiers", type: "TIER" },
  { list: "lobs", type: "LOB" },
  { list: "audiences", type: "AUDIENCE" },
] as const satisfies readonly { list: ListId; type: GroupType }[];

/** The groups of one type. */
export function ofType(groups: readonly UserGroup[], type: GroupType): UserGroup[] {
  return groups.filter((group) => group.type === type);
}
