import { users as copy } from "#texts/users";
import type { ListedUser } from "../../../generated/wire";
import type { Tone } from "../../../kit/parts/Pill";

/** The ways in which a user can sign in. */
export function waysIn({ service, hasPassword, secondFactor, issuer, providers }: ListedUser): string {
  if (service) return copy.tokensOnly;
  const ways = [
    ...(hasPassword ? [secondFactor ? copy.passwordAndCode : copy.password] : []),
    ...(issuer === null ? [] : [copy.links(issuer)]),
    ...providers.map(copy.provider),
  ];
  return ways.length > 0 ? ways.join(", ") : copy.noWayIn;
}

/** Whether a user can sign in: a disabled one cannot, and an invited one has not chosen a password yet. */
export function stateOf(user: ListedUser): "active" | "disabled" | "invited" {
  if (user.disabled) return "disabled";
  const hasWay = user.service || user.hasPassword || user.issuer !== null || user.providers.length > 0;
  return hasWay ? "active" : "invited";
}

/** How good the states are. */
export const TONES: Readonly<Record<ReturnType<typeof stateOf>, Tone>> = {
  active: "good",
  disabled: "bad",
  invited: "warning",
};
