import { useMemo } from "react";
import { useScore } from "../api/query";
import { toParams } from "../filters/model";
import { useAppliedFilters } from "../filters/useFilters";

/** The score for the applied filters: its period and its user groups. */
export function useShownScore() {
  const filters = useAppliedFilters();
  return useScore(useMemo(() => toParams(filters, "groups"), [filters]));
}
