import { useContext, useMemo } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useProgram, useUserGroups } from "../../api/query";
import { useMayOpen } from "../../api/session";
import { useMayExplain } from "../../api/session/permissions";
import { Locked } from "../blocks/frame/locked";
import { useCampaigns } from "../filters/campaignCache";
import type { Window } from "../filters/dates";
import { useOffers } from "../filters/linkedPanels";
import { useAppliedFilters } from "../filters/useFilters";
import { usePartners } from "./usePartners";
import {
  addressDuring,
  addressOf,
  byName,
  type FilterKind,
  type ItemKind,
  MOVES_OF,
  movesOf,
  type Named,
  WAYS,
  type Ways,
} from "./ways";

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
  const mayExplain = useMayExplain(MOVES_OF);
  const groups = useUserGroups().data;
  const { offers, categories } = useOffers(kinds.includes("offer") || kinds.includes("category"));
  const through = useProgram().data?.through ?? null;
  const campaigns = useCampaigns(kinds.includes("campaign") ? window : null, through).data;
  const partners = usePartners(kinds.includes("partner"));
  const ids = useMemo((): Partial<Record<ItemKind, ReadonlyMap<string, readonly number[]>>> => {
    const ofType = (type: ItemKind) => byName(groups?.filter((group) => group.type === type));
    return {
      TIER: ofType("TIER"),
      LOB: ofType("LOB"),
      AUDIENCE: ofType("AUDIENCE"),
      offer: byName(offers.data),
      category: byName(categories.data),
      partner: partners,
      campaign: byName(campaigns),
    } satisfies Record<FilterKind, unknown>;
  }, [groups, offers.data, categories.data, partners, campaigns]);
  const { pathname, search } = here;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a user may open changes with a new session only.
  return useMemo(() => {
    if (isLocked) return null;
    const at = { pathname, search };
    const known = (named: readonly Named[]) =>
      named.map(({ kind, name }) => ({ kind, name, ids: ids[kind]?.get(name) ?? [] }));
    return {
      to: (named) => {
        const items = known(named);
        // What no list of the filter has is known by its name.
        const isKnown = items.every(
          ({ kind, ids: found }) => (found.length > 0 || !ids[kind]) && mayOpen(WAYS[kind].route),
        );
        return isKnown ? addressOf(items, filters, at) : null;
      },
      moves: (named) => {
        const groups = known(named);
        const isKnown = mayExplain && groups.every(({ ids: found }) => found.length > 0);
        return isKnown ? movesOf(groups, filters, at) : null;
      },
      during: (days) => addressDuring(days, filters, at),
      open: (address) => void navigate(address),
    };
  }, [isLocked, pathname, search, filters, ids, mayExplain, navigate]);
}
