import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/client";
import { refreshUser } from "../../api/session";
import type { NewView, ViewList } from "../../generated/wire";

const VIEWS = "api/v1/views";

/** The saved views; asked for when the menu is opened, or an address names one. */
export function useViews(enabled: boolean): UseQueryResult<ViewList> {
  return useQuery({
    enabled,
    queryKey: [VIEWS],
    queryFn: ({ signal }) => call("GET", VIEWS, undefined, { signal, counted: false }),
  });
}

/** Changes views. All of them are asked for anew, and so is the user, who has the one that opens first. */
export function useViewChanges() {
  const client = useQueryClient();
  const changed = async <T>(change: Promise<T>): Promise<T> => {
    try {
      return await change;
    } finally {
      refreshUser();
      await client.invalidateQueries({ queryKey: [VIEWS] });
    }
  };
  const one = (id: number) => `${VIEWS}/${id}` as const;
  return {
    add: (view: NewView) => changed(call("POST", VIEWS, view, { counted: false })),
    change: (id: number, view: NewView) => changed(call("PUT", one(id), view, { counted: false })),
    remove: (id: number) => changed(call("DELETE", one(id), undefined, { counted: false })),
    setFirst: (id: number, isFirst: boolean) =>
      changed(call(isFirst ? "PUT" : "DELETE", `${one(id)}/first`, undefined, { counted: false })),
  };
}
