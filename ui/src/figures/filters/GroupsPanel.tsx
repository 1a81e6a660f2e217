import { panels as copy } from "#texts/filters";
import { useProgram, useUserGroups } from "../../api/query";
import { Loaded } from "../../kit/parts/Loaded";
import { RadioList } from "../../kit/RadioList";
import { formatDate } from "../../texts/format";
import { FilterList } from "./FilterList";
import type { FilterPanelProps } from "./filterDeclaration";
import css from "./GroupsPanel.module.css";
import { GROUP_TYPES, GROUPINGS, ofType } from "./groupings";
import { GROUPS_AS_OF, withGroupsAsOf } from "./groupsAsOf";
import { withList } from "./model";
import { PanelSkeleton } from "./PanelSkeleton";
import { editSelection, tickedIn, tidy } from "./selection";

/** Which groups count, where members have been in others than now. */
function GroupsAsOfChoice({ filters, edit }: Pick<FilterPanelProps, "filters" | "edit">) {
  const program = useProgram().data;
  if (!program?.groupsHistorySince) return null;
  return (
    <div className={css.asOf}>
      <RadioList
        label={copy.groupsAsOf.title}
        options={GROUPS_AS_OF.map((value) => ({
          value,
          label: copy.groupsAsOf.names[value],
          detail: copy.groupsAsOf.details[value],
        }))}
        value={filters.groupsAsOf ?? program.groupsAsOf}
        onChange={(chosen) => edit(withGroupsAsOf(filters, chosen, program))}
      />
      <p className={css.since}>
        {copy.groupsAsOf.since(formatDate(program.groupsHistorySince))}
        {program.minimumMembers > 0 && ` ${copy.groupsAsOf.protects(program.minimumMembers)}`}
      </p>
    </div>
  );
}

/** Which groups count, and the lists of user groups, side by side. */
export default function GroupsPanel({ filters, edit }: FilterPanelProps) {
  return (
    <Loaded
      of={useUserGroups()}
      failed={copy.loadFailed}
      waiting={<PanelSkeleton lists={GROUP_TYPES.length} />}
    >
      {(groups) => (
        <>
          {/* Below long lists nobody would find it. */}
          <GroupsAsOfChoice filters={filters} edit={edit} />
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
        </>
      )}
    </Loaded>
  );
}
