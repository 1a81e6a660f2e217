import { UsersRound } from "lucide-react";
import { filters as copy } from "#texts/page";
import { useKnownProgram } from "../../api/query";
import { lazyComponent } from "../../kit/lazy";
import { nothingChosen, useChosenGroups } from "./chosenGroups";
import css from "./FilterValue.module.css";
import type { FilterDeclaration, FilterPartProps } from "./filterDeclaration";
import { defaultGroups } from "./groupsAsOf";
import { NONE_TICKED } from "./listTexts";

const Panel = lazyComponent(() => import("./GroupsPanel"));

/**
 * The chosen groups, and which groups count, where members have moved. Of all members figures are the same in both readings;
 * where they are by group, notes say which.
 */
function GroupsValue(props: FilterPartProps) {
  const { filters } = props;
  const program = useKnownProgram();
  const chosen = useChosenGroups(filters);
  const counts = filters.groupsAsOf ?? (program ? defaultGroups(program) : null);
  const isSaid = chosen !== "all" && chosen?.none.length === 0;
  return (
    <>
      <ChosenValue {...props} />
      {isSaid && counts && ` · ${copy.groupsAsOf[counts]}`}
    </>
  );
}

function ChosenValue({ filters }: FilterPartProps) {
  const chosen = useChosenGroups(filters);
  if (chosen === "all") return copy.allGroups;
  if (!chosen) return <span className={css.unknown}>…</span>;
  const [none] = chosen.none;
  if (none) return NONE_TICKED[none];
  return <span className={css.count}>{chosen.only ?? copy.counted(chosen.ticked, chosen.listed)}</span>;
}

function GroupsNote({ filters }: FilterPartProps) {
  const chosen = useChosenGroups(filters);
  if (chosen === "all" || !chosen || chosen.none.length === 0) return null;
  return copy.allAreZero(nothingChosen(chosen.none));
}

/** The user groups: the list of each grouping, side by side. */
export const groupsFilter: FilterDeclaration = {
  id: "groups",
  icon: UsersRound,
  label: () => copy.groupsFilter,
  Value: GroupsValue,
  Note: GroupsNote,
  Panel,
  prefetch: Panel.load,
};
