import type { ReactElement } from "react";
import type { GuardedRoute } from "../../api/pages";
import { DashboardPage } from "./DashboardPage";
import { LazyScreen } from "./LazyScreen";
import { isMessage, LazyMessagePage } from "./messages";
import { moduleOf } from "./modules";
import { monitor } from "./monitor";

/** What a screen draws. */
export function screenOf(route: GuardedRoute): ReactElement {
  if (isMessage(route)) return <LazyMessagePage route={route} />;
  const module = moduleOf(route);
  if (module) return <LazyScreen module={module} route={route} />;
  return <DashboardPage declaration={monitor} />;
}
