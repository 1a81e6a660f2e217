import { useMemo } from "react";
import { panels } from "#texts/filters";
import { filters as copy } from "#texts/page";
import { useUserGroups } from "../../api/query";
import type { FilterParams, UserGroup } from "../../generated/wire";
import { GROUP_TYPES, GROUPINGS, ofType } from "./groupings";
import { LIST_TITLES, NONE_TICKED } from "./listTexts";
import { LIST_IDS, LISTS } from "./model";

/** Up to this number groups are named; of more, their number is given. */
const MOST_NAMED = 2;

/**
 * What a call leaves out, list by list: "Gold", "3 of 4 Tiers", "Chosen Offers"; and which groups count, where they are not
 * those of the program's setting. Empty if it leaves out nothing.
 */
export function narrowingOf(params: FilterParams, groups: readonly UserGroup[]): string[] {
  const lists = LIST_IDS.filter((list) => params[LISTS[list].all] === false).flatMap((list) => {
    const ids = (params[LISTS[list].ids] ?? []) as readonly number[];
    if (ids.length === 0) return NONE_TICKED[list];
    const type = GROUP_TYPES.find((one) => GROUPINGS[one].list === list);
    const listed = type ? ofType(groups, type) : [];
    // Campaigns and offers are not counted, nor are groups that have not been loaded.
    if (listed.length === 0) return panels.chosenOf(LIST_TITLES[list]);
    const chosen = listed.filter(({ id }) => ids.includes(id));
    if (chosen.length === 0) return NONE_TICKED[list];
    if (chosen.length === listed.length) return [];
    if (chosen.length <= MOST_NAMED) return chosen.map(({ name }) => name).join(" ");
    return `${copy.counted(chosen.length, listed.length)} ${LIST_TITLES[list]}`;
  });
  return params.groupsAsOf ? [...lists, copy.groupsAsOf[params.groupsAsOf]] : lists;
}

/** What the figures of a call leave out, for the names of files. */
export function useNarrowing(params: FilterParams): readonly string[] {
  const groups = useUserGroups().data;
  return useMemo(() => narrowingOf(params, groups ?? []), [params, groups]);
}
