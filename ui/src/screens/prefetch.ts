import { prefetchCharts } from "../blocks/chart/Chart";
import { prefetchDefinitions } from "../blocks/frame/MetricName";
import { prefetchTrends } from "../blocks/trends/TrendsPanel";
import { prefetchPanels } from "../filters/bars";
import { loadBreakdownPage, MODULES } from "./modules";

/** Loads the declared screens and the page that draws breakdowns ahead of their first opening. */
function prefetchScreens(): void {
  // A failed download is retried, and reported, when a screen is opened.
  for (const load of [...Object.values(MODULES), loadBreakdownPage]) load().catch(() => undefined);
}

/** What no first screen waits for, and the next click will want. */
function prefetchRest(): void {
  prefetchTrends();
  prefetchDefinitions();
  prefetchPanels();
  prefetchScreens();
  prefetchCharts();
}

/** Loads the rest of the page once there is nothing else to do. Returns the way to call it off. */
export function prefetchWhenIdle(): () => void {
  if (typeof requestIdleCallback === "function") {
    const waiting = requestIdleCallback(prefetchRest, { timeout: 5000 });
    return () => cancelIdleCallback(waiting);
  }
  const waiting = setTimeout(prefetchRest, 2000);
  return () => clearTimeout(waiting);
}
