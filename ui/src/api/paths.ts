/** The addresses of the page. A route id is the route without its leading slash. */

import type { FirstView } from "../generated/wire";
import { isKeyOf } from "./isKeyOf";
import { type GuardedRoute, type PageRoute, titles } from "./pages";

export { type GuardedRoute, titles } from "./pages";

/** A user's own account. */
export const ACCOUNT = "account";

/** The reports that are sent on a schedule. */
export const REPORTS = "reports";

/** The links that show a screen without an account. */
export const LINKS = "links";

/** Whether what somebody was given is what Bond answered. */
export const CHECK = "check";

/** The path of the page that shows what a link shows. It is not a route: the server may let others frame it. */
export const SHARED = "/shared";

/** Why a figure moved; the id of the figure is the rest of the path. */
export const EXPLAIN = "explain";

/** The manual, a separate page that the bundler makes from docs/using.md. */
export const MANUAL = "/help.html";

/** The parameter of an explanation that says which causes are opened. */
export const OPEN_PARAM = "open";
/** The parameter of the data page that opens the files of a draft: its id, or the next for a new one. */
export const DRAFT_PARAM = "draft";
export const NEW_DRAFT = "new";
/** The parameter of the polls that names the chosen one. */
export const POLL_PARAM = "poll";

/** The query parameter that holds the applied filters as JSON text. */
export const FILTERS_PARAM = "filters";
/** The query parameter with the choices in the blocks of a screen. */
export const VIEW_PARAM = "view";
/** The query parameter with the saved view that was opened. */
export const SAVED_PARAM = "saved";

/** Routes anyone may open. */
const publicRoutes = [
  "login",
  "sso",
  "oidc",
  "sign-out",
  "error401",
  "expired",
  "set-up",
  "choose-password",
  "opened",
] as const;

export type PublicRoute = (typeof publicRoutes)[number];
export type RouteId = PublicRoute | PageRoute;

/** The screen that the empty path and a sign-in without a returnUrl open. */
export const HOME = "executive-summary" satisfies GuardedRoute;

/**
 * The address of a route.
 * @param search query string, with or without its question mark, or parameters
 */
export function pathTo(route: RouteId, search?: string | URLSearchParams): string {
  const query = search === undefined ? "" : String(search).replace(/^\?/, "");
  return query ? `/${route}?${query}` : `/${route}`;
}

/** The address of a setting by its name: the page moves the focus to its field. */
export function settingAt(name: string): string {
  return `${pathTo("admin/settings")}#${name}`;
}

/** The address of the explanation of a figure. */
export function explanationOf(figure: string): string {
  return `${pathTo(EXPLAIN)}/${figure}`;
}

/** The route id of a pathname, or null where the page has no such route. As the router, it ignores the case. */
export function routeOf(pathname: string): RouteId | null {
  const id = pathname.toLowerCase().replace(/^\//, "").replace(/\/$/, "");
  if (isKeyOf(titles, id)) return id;
  if (/^explain\/[\w.]+$/.test(id)) return EXPLAIN;
  return publicRoutes.find((route) => route === id) ?? null;
}

/**
 * The route of an address (path, query and all) of this page behind the guard; null for any other. The check of
 * returnUrl and fromPage: any other address, especially on another host, must not be followed.
 */
export function knownRoute(address: string): PageRoute | null {
  // Control characters are dropped by URL parsers, and a backslash reads as a slash: both could
  // turn a path into another host.
  if (!address.startsWith("/") || /^\/[/\\]|[\\\p{Cc}]/u.test(address)) return null;
  const pathname = address.split(/[?#]/, 1)[0] ?? "";
  const id = routeOf(pathname);
  return id !== null && isKeyOf(titles, id) ? id : null;
}

/** The address of a saved view; that of what is above its screen where there is no such screen any more. */
export function addressOfView({ id, screen, filters, blocks }: FirstView): string {
  const search = new URLSearchParams({ [FILTERS_PARAM]: filters, [SAVED_PARAM]: String(id) });
  const [top = ""] = screen.split("/", 1);
  const route = routeOf(screen);
  if (route) {
    if (blocks) search.set(VIEW_PARAM, blocks);
    return pathTo(route, search);
  }
  return pathTo(routeOf(top) ?? HOME, search);
}

/** The address to go to after signing in: returnUrl where it may be followed, else the first view or the home screen. */
export function afterSignIn(returnUrl: string | null, first: FirstView | undefined): string {
  if (returnUrl !== null && knownRoute(returnUrl)) return returnUrl;
  return first ? addressOfView(first) : pathTo(HOME);
}
