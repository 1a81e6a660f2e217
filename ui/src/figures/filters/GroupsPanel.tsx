import { panels as copy } from "#texts/filters";
import { useUserGroups } from "../../api/query";
import { Loaded } from "../../kit/parts/Loaded";
import { FilterList } from "./FilterList";
import type { FilterPanelProps } from "./filterDeclaration";
import css from "./GroupsPanel.module.css";
import { GROUP_TYPES, GROUPINGS, ofType } from "./groupings";
import { withList } from "./model";
import { PanelSkeleton } from "./PanelSkeleton";
import { editSelection, tickedIn, tidy } from "./selection";

/** The lists of user groups, side by side. */
export default function GroupsPanel({ filters, edit }: FilterPanelProps) {
  return (
    <Loaded
      of={useUserGroups()}
      failed={copy.loadFailed}
      waiting={<PanelSkeleton lists={GROUP_TYPES.length} />}
    >
      {(groups) => (
        <div className={css.columns}>
          {GROUP_TYPES.map((type) => {
            const { list } = GROUPINGS[type];
            const items = ofType(groups, type);
            const listed = items.map((item) => item.id);
            const selection = tidy(filters.lists[list], listed);
            return (
              <FilterList
                key={list}
                list={list}
                items={items}
                stateOf={tickedIn(selection)}
                onEdit={(change) => edit(withList(filters, list, editSelection(selection, change, listed)))}
              />
            );
          })}
        </div>
      )}
    </Loaded>
  );
}
