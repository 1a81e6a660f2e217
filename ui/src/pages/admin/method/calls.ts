import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { named } from "../../../api/named";
import { callQuery } from "../../../api/query";
import type { MethodEffect, MethodNumbers } from "../../../generated/wire";

/** The path of the calls, below that of the administration. */
export const METHOD = "score-method";

/** What the score would be by these numbers. The answer before stays until the next one is there. */
export function useEffectOf(numbers: MethodNumbers, enabled: boolean): UseQueryResult<MethodEffect> {
  return useQuery({
    ...callQuery("POST", "api/v1/admin/score-method/effect", numbers, { keepsLast: true }),
    select: named<MethodEffect>,
    staleTime: 0,
    enabled,
  });
}
