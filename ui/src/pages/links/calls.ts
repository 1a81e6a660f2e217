import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/client";
import type { LinkList, NewLink } from "../../generated/wire";

const LINKS = "api/v1/links";

/** The links; asked for anew whenever the page is opened. */
export function useLinks(): UseQueryResult<LinkList> {
  return useQuery({
    queryKey: [LINKS],
    queryFn: ({ signal }) => call("GET", LINKS, undefined, { signal, counted: false }),
    staleTime: 0,
  });
}

/** Changes links. All of them are asked for anew. */
export function useLinkChanges() {
  const client = useQueryClient();
  const changed = async <T>(change: Promise<T>): Promise<T> => {
    try {
      return await change;
    } finally {
      await client.invalidateQueries({ queryKey: [LINKS] });
    }
  };
  return {
    add: (link: NewLink) => changed(call("POST", LINKS, link, { counted: false })),
    remove: (id: number) => changed(call("DELETE", `${LINKS}/${id}`, undefined, { counted: false })),
    /** Whosever it is, for administrators. */
    removeAny: (id: number, password: string) =>
      changed(call("POST", `${LINKS}/${id}/remove`, { password }, { counted: false })),
  };
}
