import { create } from "zustand";
import { call } from "../../api/client";
import { isKeyOf } from "../../api/isKeyOf";
import type { DashboardRoute, GuardedRoute } from "../../api/pages";
import { maySee } from "../../api/session/permissions";
import { updateUser, useSession } from "../../api/session/store";
import { notifyFailure } from "../../kit/parts/errors";

/** The cards that the Program Monitor pins until its user chooses others, in order: the routes of their breakdowns. */
export const FIRST_PINS = [
  "offers-dashboard/partners-breakdown",
  "user-dashboard/registrations-breakdown",
  "user-dashboard/engagement-rate-breakdown",
  "user-dashboard/logins-breakdown",
  "user-dashboard/return-rate-breakdown",
  "emails-dashboard/unsubscribed-breakdown",
] as const;

/** The name of a card in the preferences of a user: the route of its breakdown, else its dashboard and its large figure. */
export function pinOf(dashboard: GuardedRoute, card: { readonly to?: string; readonly headline?: string }) {
  return card.to ?? (card.headline ? `${dashboard}/${card.headline}` : undefined);
}

/** The dashboard of a pinned card. */
export const dashboardOf = (pin: string) => (pin.split("/", 1)[0] ?? "") as DashboardRoute;

/** Whether the user is arranging the pinned cards. */
export const useArranging = create<{ readonly on: boolean }>(() => ({ on: false }));

type Pins = {
  /** The pinned cards in their order, also those that are not open to the user. */
  readonly pins: readonly string[];
  /** Whether the user has chosen them. */
  readonly isOwn: boolean;
  /** Whether the user may choose: signed in, with the Program Monitor open. */
  readonly mayPin: boolean;
};

/** The pinned cards of the user. */
export function usePins(): Pins {
  const own = useSession(({ user }) => user?.preferences.pinned);
  const mayPin = useSession(({ user }) => maySee(user, "MONITOR"));
  return { pins: own ?? FIRST_PINS, isOwn: own !== undefined, mayPin };
}

let last: Promise<unknown> = Promise.resolve();

/** Pins these cards; undefined for the first ones. It is shown at once, and taken back where it could not be saved. */
export function setPins(pinned: readonly string[] | undefined): void {
  const { user } = useSession.getState();
  if (!user) return;
  const { pinned: before, ...rest } = user.preferences;
  updateUser({ preferences: pinned ? { ...rest, pinned: [...pinned] } : rest });
  // One after the other, so that the last one stays.
  last = last
    .catch(() => undefined)
    .then(async () => {
      const preferences = useSession.getState().user?.preferences;
      if (!preferences) return;
      try {
        await call("PUT", "api/v1/account/preferences", preferences);
      } catch (error) {
        updateUser({ preferences: before ? { ...rest, pinned: before } : rest });
        notifyFailure(error);
      }
    });
}

/** The pins with one of them moved to a place. */
export function movedTo(pins: readonly string[], pin: string, place: number): string[] {
  const others = pins.filter((one) => one !== pin);
  return [...others.slice(0, place), pin, ...others.slice(place)];
}

/** Whether a card is one that everybody begins with. */
export const isFirstPin = (pin: string): pin is (typeof FIRST_PINS)[number] =>
  isKeyOf(Object.fromEntries(FIRST_PINS.map((one) => [one, true])), pin);
