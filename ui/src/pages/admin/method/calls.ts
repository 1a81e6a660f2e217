import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { call } from "../../../api/client";
import { named } from "../../../api/named";
import { keepLast } from "../../../api/query";
import type { MethodEffect, MethodNumbers } from "../../../generated/wire";

/** The path of the calls, below that of the administration. */
export const METHOD = "score-method";

const EFFECT = "api/v1/admin/score-method/effect";

/** What the score would be by these numbers. The answer before stays until the next one is there. */
export function useEffectOf(numbers: MethodNumbers, enabled: boolean): UseQueryResult<MethodEffect> {
  return useQuery({
    queryKey: [EFFECT, numbers],
    queryFn: ({ signal }) => call("POST", EFFECT, numbers, { signal }),
    select: named<MethodEffect>,
    placeholderData: keepLast(EFFECT),
    staleTime: 0,
    enabled,
  });
}
