import { isKeyOf } from "../../api/isKeyOf";
import type { DashboardRoute, GuardedRoute } from "../../api/pages";
import { type Preloadable, preloadable } from "../../kit/lazy";
import type { ScreensModule } from "./declaration";

/**
 * The dashboards, each with its breakdowns in a separate chunk that is fetched when the first of their screens is
 * opened. The Program Monitor is not among them: it is the first screen.
 */
export const MODULES: { readonly [R in DashboardRoute]: Preloadable<ScreensModule<R>> } = {
  "user-dashboard": preloadable(async () => (await import("./members")).members),
  "content-dashboard": preloadable(async () => (await import("./content")).content),
  "emails-dashboard": preloadable(async () => (await import("./emails")).emails),
  "website-dashboard": preloadable(async () => (await import("./website")).website),
  "offers-dashboard": preloadable(async () => (await import("./offers")).offers),
};

/** The page that draws breakdowns, fetched when the first one is opened. */
export const breakdownPage = preloadable(() => import("./BreakdownPage"));

/** The lazily loaded dashboard a route belongs to; null for the others. */
export function moduleOf(route: GuardedRoute): DashboardRoute | null {
  const first = route.split("/", 1)[0] ?? "";
  return isKeyOf(MODULES, first) ? first : null;
}
