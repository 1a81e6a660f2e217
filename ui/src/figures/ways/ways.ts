import { createContext } from "react";
import type { PageRoute } from "../../api/pages";
import { pathTo } from "../../api/paths";
import type { GroupType } from "../../generated/wire";
import { FROM_PAGE_PARAM, searchWith, withFilters } from "../filters/codec";
import type { Window } from "../filters/dates";
import { GROUP_TYPES, GROUPINGS } from "../filters/groupings";
import { type Filters, type ListId, withRange } from "../filters/model";

/** A kind of items that a row of a table can be. */
export type ItemKind = GroupType | "offer" | "category" | "campaign";

/** What leads on from an item: the screen that shows most about it, and the list of the filter that has it. */
type Way = {
  readonly route: PageRoute;
  readonly list: ListId;
  /** The list that is chosen from, too, and would leave the item out. */
  readonly with?: ListId;
};

/** The way on from each kind of items, for all tables, lists and the search. */
export const WAYS = {
  ...(Object.fromEntries(
    GROUP_TYPES.map((type) => [type, { route: "user-dashboard", list: GROUPINGS[type].list }]),
  ) as Record<GroupType, Way>),
  offer: { route: "offers-dashboard", list: "offers", with: "offersCategories" },
  category: { route: "offers-dashboard", list: "offersCategories", with: "offers" },
  campaign: { route: "emails-dashboard", list: "campaigns", with: "campaignsTypes" },
} as const satisfies Record<ItemKind, Way>;

/** Items of one kind: one, or several with one name. */
export type Items = { readonly kind: ItemKind; readonly ids: readonly number[] };

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
    lists[list] = [...ids].sort((a, b) => a - b);
    if (other) lists[other] = "all";
  }
  return { ...filters, lists };
}

/** An address of the page. */
export type Here = { readonly pathname: string; readonly search: string };

/** The address to return to; with a question mark, which says that its own filters are meant. */
function from({ pathname, search }: Here): string {
  const kept = new URLSearchParams(search);
  kept.delete(FROM_PAGE_PARAM);
  return `${pathname}?${kept}`;
}

/** The address of the screen that shows most about items, with only these in its filter; the last item decides which. */
export function addressOf(items: readonly Items[], filters: Filters, here: Here): string | null {
  const last = items.at(-1);
  if (!last) return null;
  return withFilters(pathTo(WAYS[last.kind].route), onlyThese(filters, items), from(here));
}

/** The address of the same screen with only these days. */
export function addressDuring(days: Window, filters: Filters, here: Here): string {
  const search = new URLSearchParams(searchWith(here.search, withRange(filters, days)));
  search.set(FROM_PAGE_PARAM, from(here));
  return `${here.pathname}?${search}`;
}

/** A row that may be a way on. */
export type Named = { readonly kind: ItemKind; readonly name: string };

/** The ways on from the rows and points of a screen. */
export type Ways = {
  /** The address for rows of these names; null where there is none for the reader. */
  to(named: readonly Named[]): string | null;
  during(days: Window): string;
  open(address: string): void;
};

/** The ways on from a screen; null where nothing leads away. */
export const WaysContext = createContext<Ways | null>(null);
