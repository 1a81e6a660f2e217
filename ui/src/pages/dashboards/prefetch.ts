import type { DashboardRoute } from "../../api/pages";
import { mayOpen } from "../../api/session/permissions";
import { useSession } from "../../api/session/store";
import { prefetchCharts } from "../../figures/blocks/chart/Chart";
import { prefetchDefinitions } from "../../figures/blocks/frame/MetricName";
import { prefetchTrends } from "../../figures/blocks/trends/TrendsPanel";
import { prefetchPanels } from "../../figures/filters/bars";
import { whenIdle } from "../../kit/whenIdle";
import { breakdownPage, MODULES } from "./modules";
import { prefetchStandalone } from "./standalone";

/** Loads the declared screens that the user may open and the page that draws breakdowns before they are first opened. */
function prefetchScreens(): void {
  // A failed download is retried, and reported, when a screen is opened.
  const { user } = useSession.getState();
  const open = Object.entries(MODULES).filter(([route]) => mayOpen(user, route as DashboardRoute));
  for (const [, module] of open) {
    module
      .load()
      .then(({ pages }) => Promise.all(Object.values(pages).map((Page) => Page?.load())))
      .catch(() => undefined);
  }
  breakdownPage.load().catch(() => undefined);
  prefetchStandalone();
}

/** Loads what the first screen does not need and the next click may. */
function prefetchRest(): void {
  prefetchTrends();
  prefetchDefinitions();
  prefetchPanels();
  prefetchScreens();
  prefetchCharts();
}

/** Loads the rest of the page once the browser is idle. Returns a function that cancels it. */
export function prefetchWhenIdle(): () => void {
  return whenIdle(prefetchRest, 5000);
}
