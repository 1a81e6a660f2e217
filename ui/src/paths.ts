/**
 * The route table: the only place that spells the page's URLs. A route id is the route as the
 * specification names it, without the leading slash.
 */

/** Routes anyone may open. */
export const publicRoutes = ["login", "sso", "sign-out", "error401", "expired"] as const;

/** Routes behind the guard, with their titles. */
export const guardedRoutes = {
  "executive-summary": "Program Monitor",
  "user-dashboard": "Member Dashboard",
  "user-dashboard/registrations-breakdown": "Registrations Breakdown",
  "user-dashboard/program-active-rate-breakdown": "Program Active Rate Breakdown",
  "user-dashboard/engagement-rate-breakdown": "Engagement Rate Breakdown",
  "user-dashboard/average-tenure-breakdown": "Average Tenure Breakdown",
  "user-dashboard/program-retention-rate-breakdown": "Program Retention Rate Breakdown",
  "user-dashboard/dormant-rate-breakdown": "Dormant Rate Breakdown",
  "user-dashboard/logins-breakdown": "Logins Breakdown",
  "user-dashboard/return-rate-breakdown": "Return Rate Frequency Breakdown",
  "content-dashboard": "Content Dashboard",
  "content-dashboard/articles-breakdown": "Articles Breakdown",
  "content-dashboard/shares-breakdown": "Shares And Prints Breakdown",
  "content-dashboard/polls-breakdown": "Polls Breakdown",
  "emails-dashboard": "Emails Dashboard",
  "emails-dashboard/screens": "Email Screens",
  "emails-dashboard/schedule": "Email Schedule",
  "emails-dashboard/links-breakdown": "Links Breakdown",
  "emails-dashboard/unsubscribed-breakdown": "Unsubscribed Breakdown",
  "emails-dashboard/delivery-status-breakdown": "Delivery Status Breakdown",
  "emails-dashboard/registration-breakdown": "Registration Breakdown",
  "emails-dashboard/performance-breakdown": "Performance Breakdown",
  "website-dashboard": "Website Dashboard",
  "website-dashboard/visitors-breakdown": "Visitors Breakdown",
  "website-dashboard/source-breakdown": "Source Breakdown",
  "website-dashboard/platforms-breakdown": "Platforms Breakdown",
  "website-dashboard/searches-breakdown": "On-site Search Breakdown",
  "offers-dashboard": "Offers Dashboard",
  "offers-dashboard/offers-breakdown": "Partner Offers Breakdown",
  "offers-dashboard/partners-breakdown": "Partner Breakdown",
  "offers-dashboard/total-interactions-breakdown": "Total Interactions Breakdown",
  "offers-dashboard/unique-interactions-breakdown": "Unique Interactions Breakdown",
  "offers-dashboard/member-unique-interactions-breakdown": "Member Unique Interactions Breakdown",
  "content-elements": "Content Elements",
  "bond-insights": "BOND Insights",
  recommendations: "Recommendations",
} as const;

export type PublicRoute = (typeof publicRoutes)[number];
export type GuardedRoute = keyof typeof guardedRoutes;
export type RouteId = PublicRoute | GuardedRoute;

/** Where the empty path and a sign-in without a returnUrl lead. */
export const HOME: GuardedRoute = "executive-summary";

/**
 * The address of a route.
 * @param search query string, with or without its question mark, or parameters
 */
export function pathTo(route: RouteId, search?: string | URLSearchParams): string {
  const query = search === undefined ? "" : String(search).replace(/^\?/, "");
  return query ? `/${route}?${query}` : `/${route}`;
}

/** The route id of a pathname, or null when the route table has no such route. */
export function routeOf(pathname: string): RouteId | null {
  const id = pathname.replace(/^\//, "").replace(/\/$/, "");
  if (Object.hasOwn(guardedRoutes, id)) return id as GuardedRoute;
  return publicRoutes.find((route) => route === id) ?? null;
}

/**
 * Whether an address (path, query and all) leads to a guarded screen of this page. The check behind
 * returnUrl and fromPage: anything else, another host above all, must not be followed.
 */
export function isKnownPath(address: string): boolean {
  // Control characters are dropped by URL parsers, and a backslash reads as a slash: both could
  // turn a path into another host.
  if (!address.startsWith("/") || /^\/[/\\]|[\\\p{Cc}]/u.test(address)) return false;
  const pathname = address.split(/[?#]/, 1)[0] ?? "";
  const id = routeOf(pathname);
  return id !== null && Object.hasOwn(guardedRoutes, id);
}

/** The address to go to after signing in: returnUrl where it may be followed, else the home screen. */
export function afterSignIn(returnUrl: string | null): string {
  return returnUrl !== null && isKnownPath(returnUrl) ? returnUrl : pathTo(HOME);
}
