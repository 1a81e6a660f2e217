import { type PageRoute, screenRoute } from "../../api/pages";
import { type GuardedRoute, knownRoute, titles } from "../../api/paths";

/** The target of a back link. */
export type Back = { readonly route: PageRoute; readonly title: string };

function toRoute(route: PageRoute): Back {
  return { route, title: titles[route] };
}

const firstSegment = (route: string) => route.split("/", 1)[0] ?? "";

/**
 * The back link of a breakdown: to its dashboard, or to the page it was opened from. `fromPage` comes
 * from the address, so it is followed only if it is in the route table.
 */
export function backFrom(parent: GuardedRoute, fromPage: string | null): Back {
  const route = fromPage === null ? null : knownRoute(fromPage);
  return toRoute(route === null || firstSegment(route) === firstSegment(parent) ? parent : route);
}

/** The way back to a screen as it was: `fromPage` with a query has the filters of there. */
export function wayBack(fromPage: string | null): (Back & { readonly to: string }) | null {
  if (!fromPage?.includes("?")) return null;
  const route = knownRoute(fromPage);
  return route && { ...toRoute(route), to: fromPage };
}

/** The dashboard of a route of more than one segment; null for a dashboard itself. */
export function parentOf(route: GuardedRoute): GuardedRoute | null {
  const parent = firstSegment(route);
  return parent === route ? null : screenRoute(parent);
}
