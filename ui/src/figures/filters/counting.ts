import { useMemo } from "react";
import { useKnownProgram } from "../../api/query";
import type { FilterParams, GroupsAsOf, GroupType } from "../../generated/wire";
import { GROUPINGS } from "./groupings";

/** The groups that count in figures, and whether their filter says so; else they are the program's. */
export type Counting = { readonly groups: GroupsAsOf; readonly isChosen: boolean };

/** The groups that count in the answer to a call; null where nobody has moved, so that they need no word, and until it is known. */
export function useCounting({ groupsAsOf }: FilterParams): Counting | null {
  const program = useKnownProgram();
  return useMemo(() => {
    if (!program) return null;
    const groups = groupsAsOf ?? program.groupsAsOf;
    // Nothing stays behind where nobody has moved.
    return groups === "WINDOW" && !program.groupsHistorySince
      ? null
      : { groups, isChosen: Boolean(groupsAsOf) };
  }, [program, groupsAsOf]);
}

/**
 * Notes on figures viewed by these groupings. Which groups count is said of tiers, the groups that change most; of others
 * where the filter says it.
 *
 * @param addUp whether a sum of the figures over groups means something
 * @param counting the groups that count; null where that is not to be said
 */
export function notesOf(types: readonly GroupType[], addUp: boolean, counting: Counting | null): string[] {
  const overlaps = types.flatMap((type) => {
    const { overlapNote } = GROUPINGS[type] as { overlapNote?: string };
    return addUp && overlapNote !== undefined ? [overlapNote] : [];
  });
  if (!counting) return overlaps;
  const said = types.filter((type) => type === "TIER" || counting.isChosen);
  return [...overlaps, ...said.map((type) => GROUPINGS[type].counting[counting.groups])];
}
