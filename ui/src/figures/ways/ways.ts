import { createContext } from "react";
import type { PageRoute } from "../../api/pages";
import { explanationOf, OPEN_PARAM, POLL_PARAM, pathTo, VIEW_PARAM } from "../../api/paths";
import type { GroupType, OpenedCauses } from "../../generated/wire";
import { FROM_PAGE_PARAM, filtersSearch, searchWith } from "../filters/codec";
import { DEFAULT_COMPARISON } from "../filters/comparison";
import type { Window } from "../filters/dates";
import { GROUP_TYPES, GROUPINGS } from "../filters/groupings";
import { type Filters, type ListId, withRange } from "../filters/model";
import { onlyIn } from "./only";

/** What a list of the filter has; a partner is all of its offers. */
export type FilterKind = GroupType | "offer" | "category" | "partner" | "campaign";
/** What no filter has: the blocks of a screen show it alone, by its name. */
type NameKind = "article" | "channel" | "source" | "term";
/** A kind of items that a row of a table can be, or that the search finds. */
export type ItemKind = FilterKind | NameKind | "poll";

/** What leads on from an item: the screen that shows most about it, and what there is of it alone. */
type Way = {
  readonly route: PageRoute;
  /** The list of the filter that has it. */
  readonly list?: ListId;
  /** The list that is chosen from, too, and would leave the item out. */
  readonly with?: ListId;
  /** The blocks that show it alone. */
  readonly blocks?: readonly string[];
};

/** The way on from each kind of items, for all tables, lists and the search. */
export const WAYS = {
  ...(Object.fromEntries(
    GROUP_TYPES.map((type) => [type, { route: "user-dashboard", list: GROUPINGS[type].list }]),
  ) as Record<GroupType, Way & { readonly list: ListId }>),
  offer: { route: "offers-dashboard", list: "offers", with: "offersCategories" },
  category: { route: "offers-dashboard", list: "offersCategories", with: "offers" },
  partner: { route: "offers-dashboard", list: "offers", with: "offersCategories" },
  campaign: { route: "emails-dashboard", list: "campaigns", with: "campaignsTypes" },
  article: { route: "content-dashboard/articles-breakdown", blocks: ["articles"] },
  channel: { route: "user-dashboard/registrations-breakdown", blocks: ["sources"] },
  source: { route: "website-dashboard/source-breakdown", blocks: ["share", "bars"] },
  term: { route: "website-dashboard/searches-breakdown", blocks: ["terms"] },
  poll: { route: "content-dashboard/polls-breakdown" },
} as const satisfies Record<ItemKind, Way>;

/** Items of one kind and name: one, or several. Those that no list has are known by their name alone. */
export type Items = Named & { readonly ids: readonly number[] };

/** The ids of items by their name: successive offers often have the same. */
export function byName(
  items: readonly { readonly id: number; readonly name: string }[] = [],
): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const { id, name } of items) found.set(name, [...(found.get(name) ?? []), id]);
  return found;
}

/** The filters with only these items. */
export function onlyThese(filters: Filters, items: readonly Items[]): Filters {
  const lists = { ...filters.lists };
  for (const { kind, ids } of items) {
    const { list, with: other }: Way = WAYS[kind];
    if (list) lists[list] = [...ids].sort((a, b) => a - b);
    if (other) lists[other] = "all";
  }
  return { ...filters, lists };
}

/** An address of the page. */
export type Here = { readonly pathname: string; readonly search: string };

/** The address to return to; with a question mark, which says that its own filters are meant. */
export function asItWas({ pathname, search }: Here): string {
  const kept = new URLSearchParams(search);
  kept.delete(FROM_PAGE_PARAM);
  return `${pathname}?${kept}`;
}

/** The address of the screen that shows most about items, with only these; the last item decides which screen. */
export function addressOf(items: readonly Items[], filters: Filters, here: Here): string | null {
  const last = items.at(-1);
  if (!last) return null;
  const { route, blocks }: Way = WAYS[last.kind];
  const search = new URLSearchParams(filtersSearch(onlyThese(filters, items), asItWas(here)));
  if (blocks) search.set(VIEW_PARAM, onlyIn(blocks, last.name));
  if (last.kind === "poll") search.set(POLL_PARAM, String(last.ids[0]));
  return pathTo(route, search);
}

/** What says of groups whether their members changed, or others moved in. */
export const MOVES_OF = "programActiveRate.percent";

const BY_MOVES: OpenedCauses = { by: "MOVES" };

/**
 * The address of why groups changed: what members did who stayed in them, and what those who moved. It needs groups as
 * they were, and a period to compare with.
 */
export function movesOf(groups: readonly Items[], filters: Filters, here: Here): string {
  const comparison = filters.comparison === "NONE" ? DEFAULT_COMPARISON : filters.comparison;
  const chosen: Filters = { ...onlyThese(filters, groups), comparison, groupsAsOf: "WINDOW" };
  const search = new URLSearchParams(filtersSearch(chosen, asItWas(here)));
  search.set(OPEN_PARAM, JSON.stringify(BY_MOVES));
  return `${explanationOf(MOVES_OF)}?${search}`;
}

/** The address of the same screen with only these days. */
export function addressDuring(days: Window, filters: Filters, here: Here): string {
  const search = new URLSearchParams(searchWith(here.search, withRange(filters, days)));
  search.set(FROM_PAGE_PARAM, asItWas(here));
  return `${here.pathname}?${search}`;
}

/** A row that may be a way on. */
export type Named = { readonly kind: ItemKind; readonly name: string };

/** The ways on from the rows and points of a screen. */
export type Ways = {
  /** The address for rows of these names; null where there is none for the reader. */
  to(named: readonly Named[]): string | null;
  /** The address of why groups of these names changed, by who stayed and who moved; null where there is none for the reader. */
  moves(named: readonly Named[]): string | null;
  during(days: Window): string;
  open(address: string): void;
};

/** The ways on from a screen; null where nothing leads away. */
export const WaysContext = createContext<Ways | null>(null);
