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
import { pageModules } from "../api/generated/figureModules";
import type { ModuleCode } from "../api/generated/wire";
import { menuLabels as menuTexts, titles as texts } from "../titlesCopy";

/** An entry of the sidebar's menu. */
type Entry = {
  readonly icon: LucideIcon;
  /** The key that opens it after "g". */
  readonly key: string;
  /** Sold separately. */
  readonly pro?: boolean;
};

/** A screen below a dashboard, and whether it is in the menu. */
type Below = { readonly menu?: true };

/** A screen of the first level, with those below it, keyed by the last part of their routes. */
type Top = {
  /** Whose permission opens it and those below it; null for everybody. */
  readonly module: ModuleCode | null;
  readonly menu?: Entry;
  readonly below?: Readonly<Record<string, Below>>;
};

/**
 * Every screen behind the guard, in the order of the menu. Routes, menu and back links come from here; `titlesCopy.ts` has the titles. It is
 * part of the first load, so it contains nothing else; the content of a dashboard and its breakdowns is declared in the
 * dashboard's module, which must name each of its screens.
 */
const tree = {
  "executive-summary": {
    module: pageModules["executive-summary"],
    menu: { icon: LayoutDashboard, key: "m" },
  },
  "user-dashboard": {
    module: pageModules["user-dashboard"],
    menu: { icon: UsersRound, key: "u" },
    below: {
      "registrations-breakdown": {},
      "program-active-rate-breakdown": {},
      "engagement-rate-breakdown": {},
      "average-tenure-breakdown": {},
      "program-retention-rate-breakdown": {},
      "dormant-rate-breakdown": {},
      "logins-breakdown": {},
      "return-rate-breakdown": {},
    },
  },
  "emails-dashboard": {
    module: pageModules["emails-dashboard"],
    menu: { icon: Mail, key: "e" },
    below: {
      screens: { menu: true },
      schedule: { menu: true },
      "links-breakdown": {},
      "unsubscribed-breakdown": {},
      "delivery-status-breakdown": {},
      "registration-breakdown": {},
      "performance-breakdown": {},
    },
  },
  "website-dashboard": {
    module: pageModules["website-dashboard"],
    menu: { icon: Globe, key: "w" },
    below: {
      "visitors-breakdown": {},
      "source-breakdown": {},
      "platforms-breakdown": {},
      "searches-breakdown": {},
    },
  },
  "offers-dashboard": {
    module: pageModules["offers-dashboard"],
    menu: { icon: Tag, key: "o" },
    below: {
      "offers-breakdown": {},
      "partners-breakdown": {},
      "total-interactions-breakdown": {},
      "unique-interactions-breakdown": {},
      "member-unique-interactions-breakdown": {},
    },
  },
  "content-dashboard": {
    module: pageModules["content-dashboard"],
    menu: { icon: FileText, key: "c" },
    below: {
      "articles-breakdown": {},
      "shares-breakdown": {},
      "polls-breakdown": {},
    },
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
} as const satisfies Readonly<Record<string, Top>>;

type Tree = typeof tree;

// A screen without a title does not compile.
const titles: Readonly<Record<GuardedRoute, string>> = texts;
const menuLabels: Readonly<Partial<Record<GuardedRoute, string>>> = menuTexts;

/** A screen of the first level. */
export type TopRoute = keyof Tree;
/** A dashboard with screens below it. */
export type DashboardRoute = {
  [R in TopRoute]: Tree[R] extends { readonly below: unknown } ? R : never;
}[TopRoute];
/** The last part of the routes below a dashboard. */
export type BelowOf<R extends DashboardRoute> = keyof Tree[R]["below"] & string;
/** A screen below a dashboard. */
export type BelowRoute = { [R in DashboardRoute]: `${R}/${BelowOf<R>}` }[DashboardRoute];
/** A route behind the guard. */
export type GuardedRoute = TopRoute | BelowRoute;

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
  ([name, { menu, below = {} }]) => {
    const top = name as TopRoute;
    return [
      { route: top, title: titles[top], menu: menuOf(top, menu) },
      ...Object.entries(below).map(([last, { menu }]) => {
        const route = `${top}/${last}` as BelowRoute;
        return { route, title: titles[route], menu: menuOf(route, menu && {}) };
      }),
    ];
  },
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
