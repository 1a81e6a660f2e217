import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { call } from "../../api/client";
import { named } from "../../api/named";
import { looksForNews } from "../../api/query";

/** The path of the administration's calls. */
const ROOT = "api/v1/admin";

/** Options of {@link useAdmin}. */
type AdminOptions<T> = {
  /** Asks again after these milliseconds while it returns a number. */
  readonly again?: (answer: T | undefined) => number | false;
  readonly enabled?: boolean;
  /** Shows the answer to the path before until the new one is there, so that a list that is paged stays in its place. */
  readonly keeps?: boolean;
};

/** The answer to a call of the administration. It is asked for anew whenever a page is opened. */
export function useAdmin<T>(
  path: string,
  { again, enabled = true, keeps = false }: AdminOptions<T> = {},
): UseQueryResult<T> {
  return useQuery({
    queryKey: [ROOT, path],
    queryFn: (context) =>
      call<T>("GET", `${ROOT}/${path}`, undefined, {
        signal: context.signal,
        counted: false,
        // A page that is left open asks again and again, and keeps no session alive.
        news: looksForNews(context),
      }),
    select: named<T>,
    staleTime: 0,
    enabled,
    ...(keeps ? { placeholderData: keepPreviousData } : {}),
    ...(again
      ? { refetchInterval: ({ state }: { state: { data: T | undefined } }) => again(state.data) }
      : {}),
  });
}

/**
 * Makes a call of the administration that changes something, and asks for everything shown anew. `done` runs after a
 * success, before that: it closes what is about something that is gone.
 */
export function useAdminCall() {
  const client = useQueryClient();
  return useCallback(
    async <T = void>(
      method: "POST" | "PUT" | "DELETE",
      path: string,
      body?: unknown,
      done?: () => void,
    ): Promise<T> => {
      try {
        const answer = await call<T>(method, `${ROOT}/${path}`, body, { counted: false });
        done?.();
        return answer;
      } finally {
        void client.invalidateQueries({ queryKey: [ROOT] });
      }
    },
    [client],
  );
}
