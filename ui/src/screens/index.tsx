import type { ReactElement } from "react";
import { type GuardedRoute, guardedRoutes } from "../paths";
import { ComingSoon } from "./ComingSoon";
import { DashboardPage } from "./DashboardPage";
import type { BreakdownDeclaration, DashboardDeclaration } from "./declaration";
import { LazyBreakdownPage } from "./LazyBreakdown";
import { logins } from "./logins";
import { monitor } from "./monitor";

/** What a screen is: cards, blocks, or a message. */
export type ScreenKind = "dashboard" | "breakdown" | "message";

/** A screen of the route table. */
export type ScreenDeclaration = {
  readonly route: GuardedRoute;
  readonly title: string;
  readonly kind: ScreenKind;
  readonly element: ReactElement;
};

/** The dashboards. A new one is declared in a file of its own and listed here. */
const DASHBOARDS: readonly DashboardDeclaration[] = [monitor];
/** The breakdowns. A new one is declared in a file of its own and listed here. */
const BREAKDOWNS: readonly BreakdownDeclaration[] = [logins];

function screenOf(route: GuardedRoute): ScreenDeclaration {
  const title = guardedRoutes[route];
  const dashboard = DASHBOARDS.find((one) => one.route === route);
  // The key starts each screen afresh: without it the figures of one would stand under the title of another.
  if (dashboard)
    return {
      route,
      title,
      kind: "dashboard",
      element: <DashboardPage key={route} declaration={dashboard} />,
    };
  const breakdown = BREAKDOWNS.find((one) => one.route === route);
  if (breakdown)
    return {
      route,
      title,
      kind: "breakdown",
      element: <LazyBreakdownPage key={route} declaration={breakdown} />,
    };
  return { route, title, kind: "message", element: <ComingSoon key={route} route={route} /> };
}

/** Every screen behind the guard, in the order of the route table. */
export const screens: readonly ScreenDeclaration[] = (Object.keys(guardedRoutes) as GuardedRoute[]).map(
  screenOf,
);
