import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { declaredQuery, useUserGroups } from "../../api/query";
import { useMayOpen } from "../../api/session";
import type { FilterParams } from "../../generated/wire";
import { ANY_TIME, CATEGORIES, OFFERS } from "../filters/linkedLists";
import { toParams } from "../filters/model";
import { useAppliedFilters } from "../filters/useFilters";
import { usePartners } from "./usePartners";
import { byName, type ItemKind, type Items, WAYS } from "./ways";

type Item = { readonly id: number; readonly name: string };
type Named = { readonly name: string };

const CAMPAIGNS = "api/v1/emails/dashboard/getCampaigns";
const POLLS = "api/v1/content/dashboard/polls/breakdown/info";
const ARTICLES = "api/v1/content/dashboard/articles/breakdown/ARTICLES_VISITED";
const CHANNELS = "api/v1/dashboard/users/enrollments/breakdown/NEW_ENROLLMENTS_BY_SOURCE";
const SOURCES = "api/v1/website/dashboard/sourceOfTraffic/breakdowns";
const TERMS = "api/v1/website/dashboard/onSiteSearches/breakdowns";
const STALE_MS = 5 * 60_000;

/** What no list of the filter has, as an answer has it. */
const named = ({ data }: { readonly data: readonly Named[] }) => data.map(({ name }) => name);
const sources = ({ names }: { readonly names: readonly string[] }) => names;
const terms = ({ searchTerms }: { readonly searchTerms: readonly (readonly [string, number])[] }) =>
  searchTerms.map(([term]) => term);
const polls = ({ pollList }: { readonly pollList: readonly Item[] }) => pollList;

/** All items that lead on to a screen that the user may open; some of them while others load. */
export function useItems(): readonly Items[] {
  const mayOpen = useMayOpen();
  const may = (kind: ItemKind) => mayOpen(WAYS[kind].route);
  const filters = useAppliedFilters();
  const groups = useUserGroups().data;
  const call = <T>(kind: ItemKind, path: string, body?: FilterParams) => ({
    ...declaredQuery<T>(body ? "POST" : "GET", path, body),
    enabled: may(kind),
    staleTime: STALE_MS,
  });
  // Screens keep the same answers in another form.
  const read = <T, R>(kind: ItemKind, path: string, body: FilterParams, select: (answer: T) => R) => ({
    ...call<T>(kind, path, body),
    queryKey: [path, body, "names"],
    select,
  });
  const offers = useQuery(call<Item[]>("offer", OFFERS, ANY_TIME)).data;
  const categories = useQuery(call<Item[]>("category", CATEGORIES)).data;
  const campaigns = useQuery(call<Item[]>("campaign", CAMPAIGNS, ANY_TIME)).data;
  const partners = usePartners(may("partner"));
  const listed = useQuery(read("poll", POLLS, ANY_TIME, polls)).data;
  // Those that the screen has in the period that is chosen: it opens with them.
  const ofGroups = toParams(filters, "groups");
  const ofAll = toParams(filters, "period");
  const articles = useQuery(read("article", ARTICLES, ofGroups, named)).data;
  const channels = useQuery(read("channel", CHANNELS, ofGroups, named)).data;
  const visits = useQuery(read("source", SOURCES, ofAll, sources)).data;
  const searched = useQuery(read("term", TERMS, ofAll, terms)).data;
  const mayGroups = may("TIER");
  return useMemo(() => {
    const known = (kind: ItemKind, ids: ReadonlyMap<string, readonly number[]>) =>
      [...ids].map(([name, ids]): Items => ({ kind, name, ids }));
    const items = (kind: ItemKind, of: readonly Item[] = []) => known(kind, byName(of));
    const names = (kind: ItemKind, of: readonly string[] = []) =>
      [...new Set(of)].map((name): Items => ({ kind, name, ids: [] }));
    const ofGroups = (["TIER", "LOB", "AUDIENCE"] as const).flatMap((type) =>
      items(type, mayGroups ? groups?.filter((group) => group.type === type) : []),
    );
    return [
      ...ofGroups,
      ...items("offer", offers),
      ...items("category", categories),
      ...known("partner", partners),
      ...items("campaign", campaigns),
      ...items("poll", listed),
      ...names("article", articles),
      ...names("channel", channels),
      ...names("source", visits),
      ...names("term", searched),
    ];
  }, [
    groups,
    offers,
    categories,
    partners,
    campaigns,
    listed,
    articles,
    channels,
    visits,
    searched,
    mayGroups,
  ]);
}
