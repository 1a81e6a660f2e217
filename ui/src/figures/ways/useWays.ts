import { useContext, useMemo } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useProgram, useUserGroups } from "../../api/query";
import { useMayOpen } from "../../api/session";
import { Locked } from "../blocks/frame/locked";
import { useCampaigns } from "../filters/campaignCache";
import type { Window } from "../filters/dates";
import { useOffers } from "../filters/linkedPanels";
import { useAppliedFilters } from "../filters/useFilters";
import { addressDuring, addressOf, byName, type ItemKind, WAYS, type Ways } from "./ways";

/**
 * The ways on from a screen; null where nothing leads away.
 *
 * @param kinds the kinds of its lists. The bar of the screen has a filter of them, so that what it lists is loaded.
 * @param window the days that are shown
 */
export function useWays(kinds: readonly ItemKind[], window: Window | null): Ways | null {
  const isLocked = useContext(Locked);
  const here = useLocation();
  const navigate = useNavigate();
  const filters = useAppliedFilters();
  const mayOpen = useMayOpen();
  const groups = useUserGroups().data;
  const { offers, categories } = useOffers(kinds.includes("offer") || kinds.includes("category"));
  const through = useProgram().data?.through ?? null;
  const campaigns = useCampaigns(kinds.includes("campaign") ? window : null, through).data;
  const ids = useMemo(() => {
    const ofType = (type: ItemKind) => byName(groups?.filter((group) => group.type === type));
    return {
      TIER: ofType("TIER"),
      LOB: ofType("LOB"),
      AUDIENCE: ofType("AUDIENCE"),
      offer: byName(offers.data),
      category: byName(categories.data),
      campaign: byName(campaigns),
    } satisfies Record<ItemKind, unknown>;
  }, [groups, offers.data, categories.data, campaigns]);
  const { pathname, search } = here;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a user may open changes with a new session only.
  return useMemo(() => {
    if (isLocked) return null;
    const at = { pathname, search };
    return {
      to: (named) => {
        const items = named.map(({ kind, name }) => ({ kind, ids: ids[kind].get(name) ?? [] }));
        const isKnown = items.every(({ kind, ids }) => ids.length > 0 && mayOpen(WAYS[kind].route));
        return isKnown ? addressOf(items, filters, at) : null;
      },
      during: (days) => addressDuring(days, filters, at),
      open: (address) => void navigate(address),
    };
  }, [isLocked, pathname, search, filters, ids, navigate]);
}
