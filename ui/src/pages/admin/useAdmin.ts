import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { type AnswerOf, type BodyOf, callDeclared, type Method } from "../../api/client";
import { named } from "../../api/named";
import { declaredQuery, keepLast } from "../../api/query";
import { type Changing, useChanged } from "../../api/resource";

/** The path of the administration's calls. */
const ROOT = "api/v1/admin";

/** The answer to a call of the administration. */
type Answer<M extends Method, P extends string> = AnswerOf<M, `${typeof ROOT}/${P}`>;

/** Options of {@link useAdmin}. */
type AdminOptions<T> = {
  /** Asks again after these milliseconds while it returns a number. */
  readonly again?: (answer: T | undefined) => number | false;
  readonly enabled?: boolean;
  /** Whether the last answer stays until the one to another path is there, for tables that page. */
  readonly keepsLast?: boolean;
};

/** The answer to a call of the administration. It is asked for anew whenever a page is opened. */
export function useAdmin<P extends string>(
  path: P,
  { again, enabled = true, keepsLast = false }: AdminOptions<Answer<"GET", P>> = {},
): UseQueryResult<Answer<"GET", P>> {
  return useQuery({
    // A page that is left open asks again and again, and keeps no session alive.
    ...declaredQuery<Answer<"GET", P>>("GET", `${ROOT}/${path}`, undefined, { looksAgain: true }),
    queryKey: [ROOT, path],
    select: named<Answer<"GET", P>>,
    staleTime: 0,
    enabled,
    ...(keepsLast ? { placeholderData: keepLast(ROOT) } : {}),
    ...(again
      ? {
          refetchInterval: ({ state }: { state: { data: Answer<"GET", P> | undefined } }) =>
            again(state.data),
        }
      : {}),
  });
}

/**
 * Makes a call of the administration that changes something, and asks for everything shown anew. `done` runs after a
 * success, before that: it closes what is about something that is gone.
 */
export function useAdminCall() {
  const changed = useChanged(ROOT, { waits: false });
  return useCallback(
    <M extends Changing, P extends string>(
      method: M,
      path: P,
      body: BodyOf<M, `${typeof ROOT}/${P}`>,
      done?: () => void,
    ): Promise<Answer<M, P>> => {
      const change = callDeclared<Answer<M, P>>(method, `${ROOT}/${path}`, body);
      return changed(
        change.then((answer) => {
          done?.();
          return answer;
        }),
      );
    },
    [changed],
  );
}
