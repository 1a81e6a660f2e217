import type { LinkedSelection } from "./linked";
import type { Filters, ListId } from "./model";

/** The two lists of a linked filter: the groups, and the items in them. */
export type LinkedIds = { readonly groups: ListId; readonly items: ListId };

/** Campaign types and campaigns. */
export const CAMPAIGN_LISTS = { groups: "campaignsTypes", items: "campaigns" } as const satisfies LinkedIds;
/** Offer categories and offers. */
export const OFFER_LISTS = { groups: "offersCategories", items: "offers" } as const satisfies LinkedIds;

/** The selection of both lists in the filters. */
export function linkedSelection({ lists }: Filters, ids: LinkedIds): LinkedSelection {
  return { groups: lists[ids.groups], items: lists[ids.items] };
}
