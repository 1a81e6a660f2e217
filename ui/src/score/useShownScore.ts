import { useMemo } from "react";
import { useScore } from "../api/query";
import { score as copy } from "../copy";
import { nothingChosen, useChosenGroups } from "../filters/chosenGroups";
import { DEFAULT_COMPARISON } from "../filters/comparison";
import { toParams } from "../filters/model";
import { useAppliedFilters } from "../filters/useFilters";

/** The score for the applied filters: its period and its user groups. It has a comparison of its own, the month before. */
export function useShownScore() {
  const filters = useAppliedFilters();
  return useScore(
    useMemo(() => toParams({ ...filters, comparison: DEFAULT_COMPARISON }, "groups"), [filters]),
  );
}

/** Which groups the score is for, on every screen; null where it is for all of them. */
export function useScoreScope(): string | null {
  const chosen = useChosenGroups(useAppliedFilters());
  if (chosen === "all" || !chosen) return null;
  if (chosen.none.length > 0) return nothingChosen(chosen.none);
  if (chosen.only !== null) return copy.forOnly(chosen.only);
  return copy.forGroups(chosen.ticked, chosen.listed);
}
