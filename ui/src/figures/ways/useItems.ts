import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { declaredQuery, useUserGroups } from "../../api/query";
import { useMayOpen } from "../../api/session";
import { ANY_TIME, CATEGORIES, OFFERS } from "../filters/linkedLists";
import { byName, type ItemKind, type Items, type Named, WAYS } from "./ways";

/** Items with their name and kind. */
export type NamedItems = Items & Named;

type Item = { readonly id: number; readonly name: string };

const CAMPAIGNS = "api/v1/emails/dashboard/getCampaigns";
const STALE_MS = 5 * 60_000;

/** All items that lead on to a screen that the user may open; some of them while others load. */
export function useItems(): readonly NamedItems[] {
  const mayOpen = useMayOpen();
  const may = (kind: ItemKind) => mayOpen(WAYS[kind].route);
  const groups = useUserGroups().data;
  const list = (method: "GET" | "POST", path: string, kind: ItemKind) => ({
    ...declaredQuery<Item[]>(method, path, method === "GET" ? undefined : ANY_TIME),
    enabled: may(kind),
    staleTime: STALE_MS,
  });
  const offers = useQuery(list("POST", OFFERS, "offer")).data;
  const categories = useQuery(list("GET", CATEGORIES, "category")).data;
  const campaigns = useQuery(list("POST", CAMPAIGNS, "campaign")).data;
  const mayGroups = may("TIER");
  return useMemo(() => {
    const named = (kind: ItemKind, items: readonly Item[] = []) =>
      [...byName(items)].map(([name, ids]): NamedItems => ({ kind, name, ids }));
    const ofGroups = (["TIER", "LOB", "AUDIENCE"] as const).flatMap((type) =>
      named(type, mayGroups ? groups?.filter((group) => group.type === type) : []),
    );
    return [
      ...ofGroups,
      ...named("offer", offers),
      ...named("category", categories),
      ...named("campaign", campaigns),
    ];
  }, [groups, offers, categories, campaigns, mayGroups]);
}
