import { UsersRound } from "lucide-react";
import { lazy } from "react";
import type { UserGroup } from "../api/generated/wire";
import { useUserGroups } from "../api/query";
import { filters as copy } from "../copy";
import css from "./FilterValue.module.css";
import type { FilterDeclaration, FilterPartProps } from "./filterDeclaration";
import { GROUP_LISTS, GROUP_TYPES, GROUPINGS, ofType } from "./groupings";
import type { Filters } from "./model";
import { countTicked } from "./selection";

const loadPanel = () => import("./GroupsPanel");

/** How many groups are ticked of how many there are. */
function countGroups(filters: Filters, groups: readonly UserGroup[]): { ticked: number; listed: number } {
  let ticked = 0;
  for (const type of GROUP_TYPES) {
    const ids = ofType(groups, type).map((group) => group.id);
    ticked += countTicked(filters.lists[GROUPINGS[type].list], ids);
  }
  return { ticked, listed: groups.length };
}

function GroupsValue({ filters }: FilterPartProps) {
  const groups = useUserGroups();
  if (GROUP_LISTS.every((list) => filters.lists[list] === "all")) return copy.all;
  if (!groups.data) return <span className={css.unknown}>…</span>;
  const { ticked, listed } = countGroups(filters, groups.data);
  return <span className={css.count}>{copy.counted(ticked, listed)}</span>;
}

/** The user groups: the list of each grouping, side by side. */
export const groupsFilter: FilterDeclaration = {
  id: "groups",
  icon: UsersRound,
  label: () => copy.groupsFilter,
  Value: GroupsValue,
  Panel: lazy(loadPanel),
  prefetch: loadPanel,
};
