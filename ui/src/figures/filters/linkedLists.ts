import type { FilterParams } from "../../generated/wire";
import type { LinkedSelection } from "./linked";
import { type Filters, LIST_IDS, LISTS, type ListId } from "./model";

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

export const OFFERS = "api/v1/offer/dashboard/getOffers";
export const CATEGORIES = "api/v1/offer/dashboard/getOffersCategories";

/** Requests all items there ever were, whatever else is chosen. */
export const ANY_TIME: FilterParams = {
  period: "SELECTED_DATE",
  startDate: "1900-01-01",
  endDate: "2099-12-31",
  ...Object.fromEntries(LIST_IDS.map((list) => [LISTS[list].all, true])),
};
