import { filters as copy } from "#texts/page";
import { useUserGroups } from "../../api/query";
import type { UserGroup } from "../../generated/wire";
import { GROUP_LISTS, GROUP_TYPES, GROUPINGS, type GroupListId, ofType } from "./groupings";
import { SINGULAR } from "./listTexts";
import type { Filters } from "./model";
import { tickedIn } from "./selection";

/** The chosen user groups. */
export type ChosenGroups = {
  readonly ticked: number;
  readonly listed: number;
  /** The group that all figures belong to, if one list is narrowed to one; omitted if its name is too long. */
  readonly only: string | null;
  /** The lists with nothing ticked: one is enough to leave no member. */
  readonly none: readonly GroupListId[];
};

const LONGEST_NAME = 24;

/** Counts the chosen groups among these. */
function countGroups({ lists }: Filters, groups: readonly UserGroup[]): ChosenGroups {
  let ticked = 0;
  const none: GroupListId[] = [];
  const left: string[][] = [];
  for (const type of GROUP_TYPES) {
    const { list } = GROUPINGS[type];
    const ofList = ofType(groups, type);
    const isTicked = tickedIn(lists[list]);
    const chosen = ofList.filter((group) => isTicked(group.id));
    if (lists[list] !== "all" && chosen.length === 0) none.push(list);
    if (chosen.length < ofList.length) left.push(chosen.map((group) => group.name));
    ticked += chosen.length;
  }
  const [name, ...others] = left.flat();
  const isOnly = left.length === 1 && name !== undefined && others.length === 0;
  const only = isOnly && name.length <= LONGEST_NAME ? name : null;
  return { ticked, listed: groups.length, only, none };
}

/** The chosen user groups, or "all"; undefined while the groups are unknown. */
export function useChosenGroups(filters: Filters): ChosenGroups | "all" | undefined {
  const groups = useUserGroups();
  if (GROUP_LISTS.every((list) => filters.lists[list] === "all")) return "all";
  if (!groups.data) return undefined;
  const chosen = countGroups(filters, groups.data);
  // An address may list every group by its id.
  return chosen.ticked === chosen.listed && chosen.none.length === 0 ? "all" : chosen;
}

/** Names the lists with nothing ticked: "No tier and no audience is chosen". */
export function nothingChosen(none: readonly GroupListId[]): string {
  return copy.nothingChosen(none.map((list) => SINGULAR[list]));
}
