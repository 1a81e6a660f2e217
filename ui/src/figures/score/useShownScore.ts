import { score as copy } from "#texts/page";
import { useScore } from "../../api/query";
import { nothingChosen, useChosenGroups } from "../filters/chosenGroups";
import { useAppliedFilters, useFilterParams } from "../filters/useFilters";

/** The filter of the score: the period and user groups that are applied. Its comparison is always the month before. */
export function useScoreParams() {
  return useFilterParams("groups", false);
}

/** The score for the period and user groups of the applied filters. */
export function useShownScore() {
  return useScore(useScoreParams());
}

/** The groups that the score covers; null for all. */
export function useScoreScope(): string | null {
  const chosen = useChosenGroups(useAppliedFilters());
  if (chosen === "all" || !chosen) return null;
  if (chosen.none.length > 0) return nothingChosen(chosen.none);
  if (chosen.only !== null) return copy.forOnly(chosen.only);
  return copy.forGroups(chosen.ticked, chosen.listed);
}
