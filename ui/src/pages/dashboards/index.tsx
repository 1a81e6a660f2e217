import type { ReactElement } from "react";
import type { GuardedRoute } from "../../api/pages";
import { DashboardPage } from "./DashboardPage";
import { LazyScreen } from "./LazyScreen";
import { moduleOf } from "./modules";
import { monitor } from "./monitor";
import { isStandalone, StandaloneScreen } from "./standalone";

/** What a screen draws. */
export function screenOf(route: GuardedRoute): ReactElement {
  if (isStandalone(route)) return <StandaloneScreen route={route} />;
  const module = moduleOf(route);
  if (module) return <LazyScreen module={module} route={route} />;
  return <DashboardPage declaration={monitor} />;
}
