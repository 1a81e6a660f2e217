import { UsersRound } from "lucide-react";
import { filters as copy } from "#texts/page";
import { lazyComponent } from "../../kit/lazy";
import { nothingChosen, useChosenGroups } from "./chosenGroups";
import css from "./FilterValue.module.css";
import type { FilterDeclaration, FilterPartProps } from "./filterDeclaration";
import { NONE_TICKED } from "./listTexts";

const Panel = lazyComponent(() => import("./GroupsPanel"));

function GroupsValue(props: FilterPartProps) {
  const { groupsAsOf } = props.filters;
  if (!groupsAsOf) return <ChosenValue {...props} />;
  return (
    <>
      <ChosenValue {...props} /> · {copy.groupsAsOf[groupsAsOf]}
    </>
  );
}

function ChosenValue({ filters }: FilterPartProps) {
  const chosen = useChosenGroups(filters);
  if (chosen === "all") return copy.all;
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
