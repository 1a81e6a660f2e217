import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { views as copy } from "#texts/views";
import { useUserGroups } from "../../api/query";
import type { ViewAnswer } from "../../generated/wire";
import { notify } from "../../kit";
import { searchWith } from "../filters/codec";
import { useOffers } from "../filters/linkedPanels";
import type { Filters, ListId } from "../filters/model";
import { type Choosable, choosableGroups, leftOf } from "./model";

/** What is gone, in words. */
function inWords(gone: Readonly<Partial<Record<ListId, number>>>): string[] {
  const { offers = 0, offersCategories = 0, ...lists } = gone;
  const groups = Object.values(lists).reduce((sum, count) => sum + count, 0);
  return [
    ...(groups > 0 ? [copy.groups(groups)] : []),
    ...(offers > 0 ? [copy.offers(offers)] : []),
    ...(offersCategories > 0 ? [copy.categories(offersCategories)] : []),
  ];
}

/**
 * When a view has been opened: shows what is left of it where it names a screen, groups or offers that no longer exist or
 * are not open to the user, and says so.
 *
 * @param view the view that the address names
 * @param screen the screen that is shown
 */
export function useArrival(view: ViewAnswer | undefined, screen: string, filters: Filters): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const namesOffers = filters.lists.offers !== "all" || filters.lists.offersCategories !== "all";
  const groups = useUserGroups().data;
  const { offers, categories } = useOffers(view !== undefined && namesOffers);
  const arrived = useRef<number | null>(null);
  const isKnown = groups !== undefined && (!namesOffers || (offers.data && categories.data) !== undefined);
  useEffect(() => {
    if (!view) {
      arrived.current = null;
      return;
    }
    if (!isKnown || arrived.current === view.id) return;
    arrived.current = view.id;
    if (view.screen !== screen) notify({ status: "warning", message: copy.screenGone(view.name) });
    const ids = (items: readonly { readonly id: number }[]) => new Set(items.map(({ id }) => id));
    const choosable: Choosable = {
      ...choosableGroups(groups ?? []),
      ...(offers.data && categories.data
        ? { offers: ids(offers.data), offersCategories: ids(categories.data) }
        : {}),
    };
    const { filters: left, gone, isSome } = leftOf(filters, choosable);
    const what = inWords(gone);
    if (what.length === 0) return;
    notify({ status: "warning", message: copy.gone(view.name, what, isSome) });
    navigate({ pathname, search: searchWith(search, left) }, { replace: true, preventScrollReset: true });
  }, [view, screen, filters, isKnown, groups, offers.data, categories.data, pathname, search, navigate]);
}
