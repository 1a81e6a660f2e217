import {
  CalendarClock,
  ExternalLink,
  FileText,
  Globe,
  LayoutDashboard,
  Lightbulb,
  type LucideIcon,
  Mail,
  Settings,
  Sparkles,
  Tag,
  User,
  UsersRound,
} from "lucide-react";
import { menuLabels, otherTitles, titles as screenTitles } from "#texts/titles";
import { pageModules } from "../generated/figureModules";
import type { ModuleCode, SessionUser } from "../generated/wire";
import { isKeyOf } from "./isKeyOf";

/** The title of every page behind the guard, by its route. */
export const titles = { ...screenTitles, ...otherTitles };

/** The route of a page behind the guard: its address without the leading slash. */
export type PageRoute = keyof typeof titles;
/** A page of the administration. */
export type AdminRoute = Extract<PageRoute, `admin/${string}`>;
/** A screen: a dashboard, what is below it, and what is beside it in the sidebar. */
export type GuardedRoute = keyof typeof screenTitles;
/** A screen below a dashboard. */
export type BelowRoute = Extract<GuardedRoute, `${string}/${string}`>;
/** A screen of the first level. */
export type TopRoute = Exclude<GuardedRoute, BelowRoute>;
/** A dashboard with screens below it. */
export type DashboardRoute = Extract<TopRoute, BelowRoute extends `${infer R}/${string}` ? R : never>;
/** The last part of the routes below a dashboard. */
export type BelowOf<R extends DashboardRoute> = GuardedRoute extends infer G
  ? G extends `${R}/${infer S}`
    ? S
    : never
  : never;

type Declared = {
  /** The modules of which one opens it and the pages below it; nobody needs one where there are none. */
  readonly modules?: readonly ModuleCode[];
  /** What opens it instead, where no module says who may open it. */
  readonly opensTo?: (user: SessionUser) => boolean;
  /** The menu that has it. */
  readonly menu?: "sidebar" | "account";
  readonly icon?: LucideIcon;
  /** The keys that open it, one after the other. */
  readonly keys?: string;
  /** The module that is sold separately; who has it needs no sign of that. */
  readonly pro?: ModuleCode;
  /** Only reached from elsewhere, so the search does not find it. */
  readonly isHidden?: boolean;
};

/**
 * The table of the pages behind the guard: who may open each, and what leads to it. A screen below a dashboard needs no entry.
 * Their titles are in `texts/<language>/titles.ts`, in the order of the menus; `app/pages.tsx` has what they draw. Both menus,
 * the search, the shortcuts and the routes follow. It is part of the first load, so it contains nothing else.
 */
const declared: Readonly<
  Record<Exclude<PageRoute, BelowRoute>, Declared> & Partial<Record<BelowRoute, Declared>>
> = {
  "executive-summary": {
    modules: [pageModules["executive-summary"]],
    menu: "sidebar",
    icon: LayoutDashboard,
    keys: "g m",
  },
  "user-dashboard": {
    modules: [pageModules["user-dashboard"]],
    menu: "sidebar",
    icon: UsersRound,
    keys: "g u",
  },
  "emails-dashboard": {
    modules: [pageModules["emails-dashboard"]],
    menu: "sidebar",
    icon: Mail,
    keys: "g e",
  },
  "emails-dashboard/screens": { menu: "sidebar" },
  // It belongs to no member: a role that is limited to some members opens the dashboard, and not always this.
  "emails-dashboard/schedule": { menu: "sidebar", opensTo: ({ schedule }) => schedule },
  "website-dashboard": {
    modules: [pageModules["website-dashboard"]],
    menu: "sidebar",
    icon: Globe,
    keys: "g w",
  },
  "offers-dashboard": {
    modules: [pageModules["offers-dashboard"]],
    menu: "sidebar",
    icon: Tag,
    keys: "g o",
  },
  "content-dashboard": {
    modules: [pageModules["content-dashboard"]],
    menu: "sidebar",
    icon: FileText,
    keys: "g c",
  },
  "content-elements": { modules: ["CONTENT"] },
  // Everybody may open these: they show how to ask for what is not open to the user, or does not exist yet.
  "bond-insights": { menu: "sidebar", icon: Sparkles, keys: "g i", pro: "INSIGHTS" },
  recommendations: { menu: "sidebar", icon: Lightbulb, keys: "g r", pro: "RECOMMENDATIONS" },
  account: { menu: "account", icon: User },
  reports: { modules: ["EXPORT"], menu: "account", icon: CalendarClock },
  links: { modules: ["EXPORT", "ADMIN"], menu: "account", icon: ExternalLink },
  check: {},
  // It leads to the first of its pages that the user may open.
  admin: { modules: ["ADMIN", "DATA"], icon: Settings, isHidden: true },
  "admin/users": { modules: ["ADMIN"] },
  "admin/roles": { modules: ["ADMIN"] },
  "admin/data": { modules: ["DATA"] },
  "admin/backups": { modules: ["ADMIN"] },
  "admin/audit": { modules: ["ADMIN"] },
  "admin/settings": { modules: ["ADMIN"] },
  "admin/server": { modules: ["ADMIN"] },
  "admin/score-method": { modules: ["ADMIN"] },
  "admin/system": { modules: ["ADMIN"] },
  // The figure says who may open it.
  explain: { isHidden: true },
};

/** A page behind the guard. */
export type Page<R extends PageRoute = PageRoute> = Declared & {
  readonly route: R;
  readonly title: string;
  /** What the menus call it. */
  readonly label: string;
  readonly modules: readonly ModuleCode[];
  /** The page of the first level that it is below. */
  readonly top?: Page;
};

/** The screen of a route, such as that of a saved view or a link; null where there is none any more. */
export const screenRoute = (route: string): GuardedRoute | null =>
  isKeyOf(screenTitles, route) ? route : null;

/** The title of a route; the route itself where there is no such page any more. */
export const titleOf = (route: string): string => (isKeyOf(titles, route) ? titles[route] : route);

const labels: Readonly<Partial<Record<PageRoute, string>>> = menuLabels;

/** The page of a route. */
export function pageOf<R extends PageRoute>(route: R): Page<R> {
  const [first = route] = route.split("/", 1);
  const top = first !== route && isKeyOf(titles, first) ? pageOf(first) : undefined;
  return {
    modules: top?.modules ?? [],
    ...declared[route],
    route,
    title: titles[route],
    label: labels[route] ?? titles[route],
    ...(top && { top }),
  };
}

/** Every screen, each before those below it. */
export const screens: readonly Page<GuardedRoute>[] = (Object.keys(screenTitles) as GuardedRoute[]).map(
  pageOf,
);

const others = (Object.keys(otherTitles) as (keyof typeof otherTitles)[]).map(pageOf);

/** Every page behind the guard. */
export const pages: readonly Page[] = [...screens, ...others];

/** The pages of the administration, in the order of their tabs. */
export const adminPages = others.filter((page): page is Page<AdminRoute> => page.top?.route === "admin");

/** The module that opens a screen, and the title of its dashboard; undefined for other pages. */
export function dashboardOf(route: PageRoute): { module: ModuleCode; dashboard: string } | undefined {
  const { modules } = pageOf(route);
  const dashboard = screens.find(
    (screen) => screen.modules[0] !== undefined && screen.modules[0] === modules[0],
  );
  const module = dashboard?.modules[0];
  return module && { module, dashboard: dashboard.title };
}
