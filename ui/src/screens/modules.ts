import type { GuardedRoute } from "../paths";
import type { ScreensModule } from "./declaration";

/**
 * The dashboards that are fetched when the first of their screens is opened, by the first segment of
 * their routes: each with its breakdowns in a chunk of its own. A new one is declared in a file of its
 * own and listed here. The Program Monitor is not among them: it is the first screen.
 */
export const MODULES = {
  "user-dashboard": async () => (await import("./members")).members,
  "content-dashboard": async () => (await import("./content")).content,
  "emails-dashboard": async () => (await import("./emails")).emails,
  "website-dashboard": async () => (await import("./website")).website,
  "offers-dashboard": async () => (await import("./offers")).offers,
} as const satisfies Partial<Record<GuardedRoute, () => Promise<ScreensModule>>>;

/** The page that draws breakdowns, fetched when the first one is opened. */
export const loadBreakdownPage = () => import("./BreakdownPage");

/** The route of a dashboard that is fetched when it is opened. */
export type ModuleRoute = keyof typeof MODULES;

/** The lazily loaded dashboard a route belongs to; null for the others. */
export function moduleOf(route: GuardedRoute): ModuleRoute | null {
  const first = route.split("/", 1)[0] ?? "";
  return Object.hasOwn(MODULES, first) ? (first as ModuleRoute) : null;
}
