import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/client";
import type { FilterParams, FittingTargets, NewTarget, TargetList } from "../../generated/wire";

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

/**
 * The targets that fit a filter; none without one. Not counted: figures are shown without them until they are known.
 */
export function useFittingTargets(params: FilterParams | null): UseQueryResult<FittingTargets> {
  const filter = Object.fromEntries(
    Object.entries(params ?? {}).filter(([name]) => !LEFT_OUT.includes(name)),
  );
  return useQuery({
    enabled: params !== null,
    queryKey: [TARGETS, "fitting", filter],
    queryFn: ({ signal }) => call("POST", `${TARGETS}/fitting`, filter, { signal, counted: false }),
    // Those of another filter would be compared with the figures of this one.
    placeholderData: undefined,
  });
}

/** The targets that may be seen. */
export function useTargets(): UseQueryResult<TargetList> {
  return useQuery({
    queryKey: [TARGETS],
    queryFn: ({ signal }) => call("GET", TARGETS, undefined, { signal, counted: false }),
  });
}

/** Changes targets, and asks for all of them anew. */
export function useTargetChanges() {
  const client = useQueryClient();
  const changed = async <T>(change: Promise<T>): Promise<T> => {
    try {
      return await change;
    } finally {
      await client.invalidateQueries({ queryKey: [TARGETS] });
    }
  };
  const one = (id: number) => `${TARGETS}/${id}` as const;
  return {
    add: (target: NewTarget) => changed(call("POST", TARGETS, target, { counted: false })),
    change: (id: number, target: NewTarget) => changed(call("PUT", one(id), target, { counted: false })),
    remove: (id: number) => changed(call("DELETE", one(id), undefined, { counted: false })),
  };
}
