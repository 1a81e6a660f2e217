import {
  FileText,
  Globe,
  LayoutDashboard,
  Lightbulb,
  type LucideIcon,
  Mail,
  Sparkles,
  Tag,
  UsersRound,
} from "lucide-react";
import { menuLabels as menuTexts, titles } from "#texts/titles";
import { pageModules } from "../generated/figureModules";
import type { ModuleCode } from "../generated/wire";

/** An entry of the sidebar's menu. */
type Entry = {
  readonly icon: LucideIcon;
  /** The key that opens it after "g". */
  readonly key: string;
  /** Sold separately. */
  readonly pro?: boolean;
};

/** A screen of the first level. */
type Top = {
  /** Whose permission opens it and those below it; null for everybody. */
  readonly module: ModuleCode | null;
  readonly menu?: Entry;
  /** The screens below it that are in the menu, too. */
  readonly menuBelow?: readonly GuardedRoute[];
};

/**
 * The screens of the first level, in the order of the menu. Those below them follow from the routes in `titlesCopy.ts`, which
 * has the title of every screen behind the guard. It is part of the first load, so it contains nothing else; the content of a
 * dashboard and its breakdowns is declared in the dashboard's module, which must name each of its screens.
 */
const tree = {
  "executive-summary": {
    module: pageModules["executive-summary"],
    menu: { icon: LayoutDashboard, key: "m" },
  },
  "user-dashboard": {
    module: pageModules["user-dashboard"],
    menu: { icon: UsersRound, key: "u" },
  },
  "emails-dashboard": {
    module: pageModules["emails-dashboard"],
    menu: { icon: Mail, key: "e" },
    menuBelow: ["emails-dashboard/screens", "emails-dashboard/schedule"],
  },
  "website-dashboard": {
    module: pageModules["website-dashboard"],
    menu: { icon: Globe, key: "w" },
  },
  "offers-dashboard": {
    module: pageModules["offers-dashboard"],
    menu: { icon: Tag, key: "o" },
  },
  "content-dashboard": {
    module: pageModules["content-dashboard"],
    menu: { icon: FileText, key: "c" },
  },
  "content-elements": { module: "CONTENT" },
  // Everybody may open these: they show how to ask for what is not open to the user, or does not exist yet.
  "bond-insights": {
    module: null,
    menu: { icon: Sparkles, key: "i", pro: true },
  },
  recommendations: {
    module: null,
    menu: { icon: Lightbulb, key: "r", pro: true },
  },
} as const satisfies Readonly<Record<TopRoute, Top>>;

const menuLabels: Readonly<Partial<Record<GuardedRoute, string>>> = menuTexts;

/** A route behind the guard. */
export type GuardedRoute = keyof typeof titles;
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

/** A screen of the tree, with its route. */
export type TreeScreen = {
  readonly route: GuardedRoute;
  readonly title: string;
  readonly menu: (Partial<Entry> & { readonly label: string }) | null;
};

const menuOf = (route: GuardedRoute, entry: Partial<Entry> | undefined) =>
  entry === undefined ? null : { ...entry, label: menuLabels[route] ?? titles[route] };

/** Every screen of the tree, each before those below it. */
export const treeScreens: readonly TreeScreen[] = Object.entries<Top>(tree).flatMap(
  ([top, { menu, menuBelow = [] }]) =>
    (Object.keys(titles) as GuardedRoute[])
      .filter((route) => route.split("/", 1)[0] === top)
      .map((route) => ({
        route,
        title: titles[route],
        menu: menuOf(route, route === top ? menu : menuBelow.includes(route) ? {} : undefined),
      })),
);

/** The title of the first screen of the module that a route belongs to, which is its dashboard. */
export function dashboardTitleOf(route: GuardedRoute): string {
  const module = moduleOfRoute(route);
  const first = Object.entries<Top>(tree).find(([, top]) => top.module === module);
  return first ? titles[first[0] as TopRoute] : "";
}

/** The module whose permission opens a route; null where everybody may open it. */
export function moduleOfRoute(route: GuardedRoute): ModuleCode | null {
  return tree[route.split("/", 1)[0] as TopRoute].module;
}
