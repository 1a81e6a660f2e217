import { Link, useLocation } from "react-router-dom";
import { explanation as copy } from "#texts/explain";
import { OPEN_PARAM, pathTo } from "../../api/paths";
import { useKnownProgram } from "../../api/query";
import { useMayOpen } from "../../api/session";
import { filtersSearch, searchWith } from "../../figures/filters/codec";
import { useCounting } from "../../figures/filters/counting";
import { GROUP_LISTS, GROUP_TYPES } from "../../figures/filters/groupings";
import { withGroupsAsOf } from "../../figures/filters/groupsAsOf";
import { useAppliedFilters, useFilterParams } from "../../figures/filters/useFilters";
import { asItWas } from "../../figures/ways/ways";
import type { CauseTree } from "../../generated/wire";
import css from "./Explain.module.css";

const MOVES = "user-dashboard/group-moves-breakdown";

/** Whether something is divided in this way. */
export function isDivided({ by, causes }: CauseTree, way: string): boolean {
  return by === way || causes.some(({ inside }) => inside !== null && isDivided(inside, way));
}

const isGrouping = (by: string) => GROUP_TYPES.some((type) => type === by);

type MovesNoteProps = {
  readonly tree: CauseTree;
  /** The ways to divide the whole change. */
  readonly divisions: readonly string[];
};

/**
 * Whether members changed or others moved in: what it says, and the way there. Only of figures that are divided by groups,
 * in a program in which somebody moved.
 */
export function MovesNote({ tree, divisions }: MovesNoteProps) {
  const program = useKnownProgram();
  const filters = useAppliedFilters();
  const counting = useCounting(useFilterParams("groups"));
  const here = useLocation();
  const mayOpen = useMayOpen();
  if (!program?.groupsHistorySince || !counting) return null;
  const moves = mayOpen(MOVES) && (
    <Link to={pathTo(MOVES, filtersSearch(filters, asItWas(here)))}>{copy.movesScreen}</Link>
  );
  if (isDivided(tree, "MOVES"))
    return (
      <p className={css.notes}>
        {copy.moves} {moves}
      </p>
    );
  const byGroups = isGrouping(tree.by);
  if (counting.groups === "WINDOW")
    return !byGroups ? null : (
      <p className={css.notes}>
        {copy.movesWithin} {moves}
      </p>
    );
  if (!byGroups && !divisions.some(isGrouping)) return null;
  const then = new URLSearchParams(searchWith(here.search, withGroupsAsOf(filters, "WINDOW", program)));
  const areChosen = GROUP_LISTS.some((list) => filters.lists[list] !== "all");
  // What is opened shows it: chosen groups at once, others one by one.
  if (areChosen || !byGroups) then.set(OPEN_PARAM, JSON.stringify({ by: areChosen ? "MOVES" : "TIER" }));
  return (
    <p className={css.notes}>
      {copy.movesNeed} <Link to={`${here.pathname}?${then}`}>{copy.countThen}</Link>
    </p>
  );
}
