import { type ReactElement, Suspense } from "react";
import type { GuardedRoute } from "../../api/pages";
import { useProgram } from "../../api/query";
import { lazyComponent } from "../../kit/lazy";
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
  return <Monitor />;
}

// A program with data never shows it.
const StartPage = lazyComponent(() => import("../start/StartPage"));

/** The Program Monitor; the start screen while nothing is loaded. */
function Monitor() {
  if (!useProgram().data?.isEmpty) return <DashboardPage declaration={monitor} />;
  return (
    <Suspense>
      <StartPage />
    </Suspense>
  );
}
