import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/query";
import { resource } from "../../api/resource";
import type { FilterParams, FittingTargets } from "../../generated/wire";

const TARGETS = "api/v1/targets";

/** What targets do not depend on: what is compared, and how blocks are drawn. */
const LEFT_OUT: readonly string[] = [
  "comparison",
  "timeScale",
  "viewBy",
  "viewByH1",
  "viewByH2",
  "recordCount",
];

/** The targets that fit a filter; none without one. */
export function useFittingTargets(params: FilterParams | null): UseQueryResult<FittingTargets> {
  const filter = Object.fromEntries(
    Object.entries(params ?? {}).filter(([name]) => !LEFT_OUT.includes(name)),
  );
  return useQuery({ ...callQuery("POST", `${TARGETS}/fitting`, filter), enabled: params !== null });
}

/** The targets that may be seen. */
export const savedTargets = resource(TARGETS);
