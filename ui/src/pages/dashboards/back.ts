import { type PageRoute, screenRoute } from "../../api/pages";
import { type GuardedRoute, knownRoute, pathTo, titles } from "../../api/paths";

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

/**
 * The way back to the screen as it was, from only one item or period, or from the explanation of another period: `fromPage`
 * with a query has the filters of there. A screen below a dashboard has a back link to others; its own way back is to
 * itself.
 *
 * @param here the path of the screen
 */
export function wayBack(
  fromPage: string | null,
  here: string,
  hasParent: boolean,
): (Back & { readonly to: string }) | null {
  if (!fromPage?.includes("?")) return null;
  const route = knownRoute(fromPage);
  if (route === null || (hasParent && pathTo(route) !== here)) return null;
  return { ...toRoute(route), to: fromPage };
}

/** The dashboard of a route of more than one segment; null for a dashboard itself. */
export function parentOf(route: GuardedRoute): GuardedRoute | null {
  const parent = firstSegment(route);
  return parent === route ? null : screenRoute(parent);
}
