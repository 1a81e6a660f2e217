import { type GuardedRoute, isKnownPath, routeOf, titles } from "../../api/paths";

/** The target of a back link. */
export type Back = { readonly route: GuardedRoute; readonly title: string };

function toRoute(route: GuardedRoute): Back {
  return { route, title: titles[route] };
}

const firstSegment = (route: string) => route.split("/", 1)[0] ?? "";

/**
 * The back link of a breakdown: to its dashboard, or to the page it was opened from. `fromPage` comes
 * from the address, so it is followed only if it is in the route table.
 */
export function backFrom(parent: GuardedRoute, fromPage: string | null): Back {
  if (fromPage === null || !isKnownPath(fromPage)) return toRoute(parent);
  const route = routeOf(fromPage.split(/[?#]/, 1)[0] ?? "") as GuardedRoute;
  return firstSegment(route) === firstSegment(parent) ? toRoute(parent) : toRoute(route);
}

/** The dashboard of a route of more than one segment; null for a dashboard itself. */
export function parentOf(route: GuardedRoute): GuardedRoute | null {
  const parent = firstSegment(route);
  return parent !== route && Object.hasOwn(titles, parent) ? (parent as GuardedRoute) : null;
}
