import { UsersRound } from "lucide-react";
import type { GroupType, UserGroup } from "../api/generated/wire";
import { useUserGroups } from "../api/query";
import { filters as copy } from "../copy";
import { ErrorState } from "../ui/ErrorState";
import { Skeleton } from "../ui/Skeleton";
import type { FilterDeclaration, FilterPanelProps, FilterPartProps } from "./filterDeclaration";
import css from "./GroupsFilter.module.css";
import { ListColumn } from "./ListColumn";
import { type Filters, type ListId, withList } from "./model";
import { countTicked, tidy } from "./selection";

const GROUP_LISTS = [
  { list: "tiers", type: "TIER" },
  { list: "lobs", type: "LOB" },
  { list: "audiences", type: "AUDIENCE" },
] as const satisfies readonly { list: ListId; type: GroupType }[];

function ofType(groups: readonly UserGroup[], type: GroupType): UserGroup[] {
  return groups.filter((group) => group.type === type);
}

/** How many groups are ticked of how many there are. */
export function countGroups(
  filters: Filters,
  groups: readonly UserGroup[],
): { ticked: number; listed: number } {
  let ticked = 0;
  for (const { list, type } of GROUP_LISTS) {
    const ids = ofType(groups, type).map((group) => group.id);
    ticked += countTicked(filters.lists[list], ids);
  }
  return { ticked, listed: groups.length };
}

function GroupsValue({ filters }: FilterPartProps) {
  const groups = useUserGroups();
  if (GROUP_LISTS.every(({ list }) => filters.lists[list] === "all")) return copy.all;
  if (!groups.data) return <span className={css.unknown}>…</span>;
  const { ticked, listed } = countGroups(filters, groups.data);
  return <span className={css.count}>{copy.counted(ticked, listed)}</span>;
}

function GroupsPanel({ filters, edit }: FilterPanelProps) {
  const groups = useUserGroups();
  if (groups.isError && !groups.data) {
    return <ErrorState title={copy.loadFailed} onRetry={() => void groups.refetch()} />;
  }
  if (!groups.data) {
    return (
      <div className={css.columns} aria-busy="true">
        {GROUP_LISTS.map(({ list }) => (
          <div key={list} className={css.loading}>
            {[90, 120, 100, 110].map((width) => (
              <Skeleton key={width} width={width} height={16} />
            ))}
          </div>
        ))}
      </div>
    );
  }
  const data = groups.data;
  return (
    <div className={css.columns}>
      {GROUP_LISTS.map(({ list, type }) => {
        const items = ofType(data, type);
        const listed = items.map((item) => item.id);
        return (
          <ListColumn
            key={list}
            list={list}
            items={items}
            selection={tidy(filters.lists[list], listed)}
            onChange={(selection) => edit(withList(filters, list, selection))}
          />
        );
      })}
    </div>
  );
}

/** The user groups: tiers, lines of business and audiences side by side. */
export const groupsFilter: FilterDeclaration = {
  id: "groups",
  icon: UsersRound,
  label: () => copy.groupsFilter,
  Value: GroupsValue,
  Panel: GroupsPanel,
};
