import type { ReactElement } from "react";
import { titles } from "../../api/paths";
import { type GuardedRoute, treeScreens } from "../../api/screenTree";
import { DashboardPage } from "./DashboardPage";
import { LazyScreen } from "./LazyScreen";
import { LazyMessagePage, messages } from "./messages";
import { moduleOf } from "./modules";
import { monitor } from "./monitor";
import { Permitted } from "./Permitted";

/** The kind of a screen: cards, a screen below a dashboard, or a message. */
export type ScreenKind = "dashboard" | "breakdown" | "message";

/** A screen of the tree. */
export type ScreenDeclaration = {
  readonly route: GuardedRoute;
  readonly title: string;
  readonly kind: ScreenKind;
  readonly element: ReactElement;
};

const isMessage = (route: GuardedRoute): route is keyof typeof messages => Object.hasOwn(messages, route);

// The key remounts each screen: otherwise the figures of one would appear under the title of another.
function screenOf(route: GuardedRoute): ScreenDeclaration {
  const title = titles[route];
  if (isMessage(route)) {
    return { route, title, kind: "message", element: <LazyMessagePage key={route} route={route} /> };
  }
  const module = moduleOf(route);
  if (module) {
    const kind = route === module ? "dashboard" : "breakdown";
    return { route, title, kind, element: <LazyScreen key={route} module={module} route={route} /> };
  }
  return { route, title, kind: "dashboard", element: <DashboardPage key={route} declaration={monitor} /> };
}

/** Every screen behind the guard. */
export const screens: readonly ScreenDeclaration[] = treeScreens.map(({ route }) => {
  const screen = screenOf(route);
  return { ...screen, element: <Permitted route={route}>{screen.element}</Permitted> };
});
