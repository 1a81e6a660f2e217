/**
 * A cache of campaign lists in local storage, so that the list of an earlier period shows at once.
 *
 * A list is cached under its start and end dates. It is shown while it is requested again, and it is no
 * longer used once newer data is loaded, or after a day.
 */

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { callDeclared } from "../../api/client";
import type { FilterParams } from "../../generated/wire";
import type { Window } from "./dates";
import { CAMPAIGNS_KEY, cachedKeys } from "./forgetCampaigns";

/** A campaign with a message sent in the period. */
export type Campaign = { readonly id: number; readonly name: string; readonly campaigntypeid: number };

/** A list and the time of its answer; `through` is the last loaded day at that time. */
type CachedList = {
  readonly at: number;
  readonly through: string | null;
  readonly campaigns: readonly Campaign[];
};

const CAMPAIGNS = "api/v1/emails/dashboard/getCampaigns";
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** The number of lists to cache: about as many as a reader switches between. */
const MOST_CACHED = 12;

function keyOf({ start, end }: Window): string {
  return `${CAMPAIGNS_KEY}${start}_${end}`;
}

const isId = (value: unknown) => typeof value === "number" && Number.isSafeInteger(value);

function isCampaign(value: unknown): value is Campaign {
  if (typeof value !== "object" || value === null) return false;
  const { id, name, campaigntypeid } = value as Record<keyof Campaign, unknown>;
  return isId(id) && typeof name === "string" && isId(campaigntypeid);
}

/** The value of a key. Any script may have written it, so anything but a list of campaigns is ignored. */
function readCached(key: string): CachedList | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "");
    if (typeof value !== "object" || value === null) return null;
    const { at, through, campaigns } = value as Record<keyof CachedList, unknown>;
    if (typeof at !== "number" || !Array.isArray(campaigns) || !campaigns.every(isCampaign)) return null;
    return { at, through: typeof through === "string" ? through : null, campaigns };
  } catch {
    return null;
  }
}

/** The cached list of a window, if it may still be shown. */
export function cachedCampaigns(window: Window, through: string | null, now = Date.now()): CachedList | null {
  const cached = readCached(keyOf(window));
  // A time in the future was written by a clock that has since been corrected.
  if (!cached || cached.through !== through || cached.at > now || now - cached.at > DAY) return null;
  return cached;
}

/** Caches the list of a window; replaces the oldest if there are too many. */
export function cacheCampaigns(window: Window, cached: CachedList): void {
  try {
    localStorage.setItem(keyOf(window), JSON.stringify(cached));
    const oldestFirst = cachedKeys()
      .map((key) => ({ key, at: readCached(key)?.at ?? 0 }))
      .sort((a, b) => a.at - b.at);
    for (const { key } of oldestFirst.slice(0, -MOST_CACHED)) localStorage.removeItem(key);
  } catch {
    // Storage is full or disabled: the list is requested again next time.
  }
}

/**
 * The campaigns that sent a message in a window.
 *
 * @param window null while it is not valid: nothing is requested
 * @param through the last day of the program's data
 */
export function useCampaigns(window: Window | null, through: string | null): UseQueryResult<Campaign[]> {
  const cached = () => (window ? cachedCampaigns(window, through) : null);
  return useQuery<Campaign[]>({
    queryKey: [CAMPAIGNS, window?.start, window?.end, through],
    queryFn: async ({ signal }) => {
      if (!window) return [];
      const params: FilterParams = {
        period: "SELECTED_DATE",
        startDate: window.start,
        endDate: window.end,
      };
      const campaigns = await callDeclared<Campaign[]>("POST", CAMPAIGNS, params, { signal, blocking: true });
      cacheCampaigns(window, { at: Date.now(), through, campaigns });
      return campaigns;
    },
    enabled: window !== null,
    staleTime: 5 * MINUTE,
    initialData: () => cached()?.campaigns as Campaign[] | undefined,
    initialDataUpdatedAt: () => cached()?.at,
  });
}
