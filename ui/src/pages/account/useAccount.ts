import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { call } from "../../api/client";

/** The path of the calls about a user's own account. */
const ROOT = "api/v1/account";

const at = (path: string) => (path === "" ? ROOT : `${ROOT}/${path}`);

/** The answer to a call about the account. It is asked for anew whenever the page is opened. */
export function useAccount<T>(path: string): UseQueryResult<T> {
  return useQuery({
    queryKey: [ROOT, path],
    queryFn: ({ signal }) => call<T>("GET", at(path), undefined, { signal, counted: false }),
    staleTime: 0,
  });
}

/** Makes a call about the account that changes something, and asks for everything shown anew. */
export function useAccountCall() {
  const client = useQueryClient();
  return useCallback(
    async <T = void>(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<T> => {
      try {
        return await call<T>(method, at(path), body, { counted: false });
      } finally {
        void client.invalidateQueries({ queryKey: [ROOT] });
      }
    },
    [client],
  );
}
