import type { UserGroup } from "../api/generated/wire";
import { useUserGroups } from "../api/query";
import { filters as copy } from "../copy";
import { GROUP_LISTS, GROUP_TYPES, GROUPINGS, type GroupListId, ofType } from "./groupings";
import { SINGULAR } from "./listTexts";
import type { Filters } from "./model";
import { countTicked } from "./selection";

/** The chosen user groups. */
export type ChosenGroups = {
  readonly ticked: number;
  readonly listed: number;
  /** The lists with nothing ticked: one is enough to leave no member. */
  readonly none: readonly GroupListId[];
};

/** Counts the chosen groups among these. */
function countGroups({ lists }: Filters, groups: readonly UserGroup[]): ChosenGroups {
  let ticked = 0;
  const none: GroupListId[] = [];
  for (const type of GROUP_TYPES) {
    const { list } = GROUPINGS[type];
    const ids = ofType(groups, type).map((group) => group.id);
    const count = countTicked(lists[list], ids);
    if (lists[list] !== "all" && count === 0) none.push(list);
    ticked += count;
  }
  return { ticked, listed: groups.length, none };
}

/** The chosen user groups, or "all"; undefined while the groups are unknown. */
export function useChosenGroups(filters: Filters): ChosenGroups | "all" | undefined {
  const groups = useUserGroups();
  if (GROUP_LISTS.every((list) => filters.lists[list] === "all")) return "all";
  return groups.data && countGroups(filters, groups.data);
}

/** Names the lists with nothing ticked: "No tier and no audience is chosen". */
export function nothingChosen(none: readonly GroupListId[]): string {
  return copy.nothingChosen(none.map((list) => SINGULAR[list]));
}
