/**
 * Campaign lists kept in local storage, so that a list is there at once when its period is opened again.
 *
 * A list is kept under its start and end dates. It is shown while the server is asked anew, and it is no
 * longer used once the program's data goes further than it did then, or after a day.
 */

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { call } from "../api/client";
import type { FilterParams } from "../api/generated/wire";
import type { Window } from "./dates";
import { CAMPAIGNS_KEY, keptKeys } from "./forgetCampaigns";

/** A campaign with a message sent in the period. */
export type Campaign = { readonly id: number; readonly name: string; readonly campaigntypeid: number };

/** A list and when it was answered; `through` is the last day of data it was made from. */
type Kept = { readonly at: number; readonly through: string | null; readonly campaigns: readonly Campaign[] };

const CAMPAIGNS = "api/v1/emails/dashboard/getCampaigns";
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** How many lists are kept: as many as a reader goes back and forth between. */
const MOST_KEPT = 12;

function keyOf({ start, end }: Window): string {
  return `${CAMPAIGNS_KEY}${start}_${end}`;
}

const isId = (value: unknown) => typeof value === "number" && Number.isSafeInteger(value);

function isCampaign(value: unknown): value is Campaign {
  if (typeof value !== "object" || value === null) return false;
  const { id, name, campaigntypeid } = value as Record<keyof Campaign, unknown>;
  return isId(id) && typeof name === "string" && isId(campaigntypeid);
}

/** What stands under a key. Anyone may have written there: what is not a list of campaigns is none. */
function readKept(key: string): Kept | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "");
    if (typeof value !== "object" || value === null) return null;
    const { at, through, campaigns } = value as Record<keyof Kept, unknown>;
    if (typeof at !== "number" || !Array.isArray(campaigns) || !campaigns.every(isCampaign)) return null;
    return { at, through: typeof through === "string" ? through : null, campaigns };
  } catch {
    return null;
  }
}

/** The kept list of a window, where it may still be shown. */
export function keptCampaigns(window: Window, through: string | null, now = Date.now()): Kept | null {
  const kept = readKept(keyOf(window));
  // A time to come was written by a clock that has since been set right.
  if (!kept || kept.through !== through || kept.at > now || now - kept.at > DAY) return null;
  return kept;
}

/** Keeps the list of a window, in the place of the oldest where there are many. */
export function keepCampaigns(window: Window, kept: Kept): void {
  try {
    localStorage.setItem(keyOf(window), JSON.stringify(kept));
    const oldestFirst = keptKeys()
      .map((key) => ({ key, at: readKept(key)?.at ?? 0 }))
      .sort((a, b) => a.at - b.at);
    for (const { key } of oldestFirst.slice(0, -MOST_KEPT)) localStorage.removeItem(key);
  } catch {
    // Storage is full or switched off: the list is asked for again next time.
  }
}

/**
 * The campaigns that sent a message in a window.
 *
 * @param window null while it is not a valid one: nothing is asked
 * @param through the last day of the program's data
 */
export function useCampaigns(window: Window | null, through: string | null): UseQueryResult<Campaign[]> {
  const kept = () => (window ? keptCampaigns(window, through) : null);
  return useQuery<Campaign[]>({
    queryKey: [CAMPAIGNS, window?.start, window?.end, through],
    queryFn: async ({ signal }) => {
      if (!window) return [];
      const params: FilterParams = {
        period: "SELECTED_DATE",
        startDate: window.start,
        endDate: window.end,
      };
      const campaigns = await call<Campaign[]>("POST", CAMPAIGNS, params, { signal });
      keepCampaigns(window, { at: Date.now(), through, campaigns });
      return campaigns;
    },
    enabled: window !== null,
    staleTime: 5 * MINUTE,
    initialData: () => kept()?.campaigns as Campaign[] | undefined,
    initialDataUpdatedAt: () => kept()?.at,
    // The campaigns of another period are not those of this one.
    placeholderData: () => undefined,
  });
}
