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

/** An entry of the sidebar's menu. */
type Entry = {
  readonly label: string;
  readonly icon: LucideIcon;
  /** The key that opens it after "g". */
  readonly key: string;
  /** Sold separately. */
  readonly pro?: boolean;
};

/** A screen below a dashboard: its title, and its label if it is in the menu. */
type Below = { readonly title: string; readonly menu?: string };

/** A screen of the first level, with those below it, keyed by the last part of their routes. */
type Top = {
  readonly title: string;
  /** Whose permission opens it and those below it; null for everybody. */
  readonly module: ModuleCode | null;
  readonly menu?: Entry;
  readonly below?: Readonly<Record<string, Below>>;
};

/**
 * Every screen behind the guard, in the order of the menu. Routes, titles, menu and back links come from here. It is
 * part of the first load, so it contains nothing else; the content of a dashboard and its breakdowns is declared in the
 * dashboard's module, which must name each of its screens.
 */
const tree = {
  "executive-summary": {
    title: "Program Monitor",
    module: pageModules["executive-summary"],
    menu: { label: "Program Monitor", icon: LayoutDashboard, key: "m" },
  },
  "user-dashboard": {
    title: "Member Dashboard",
    module: pageModules["user-dashboard"],
    menu: { label: "Members Dashboard", icon: UsersRound, key: "u" },
    below: {
      "registrations-breakdown": { title: "Registrations Breakdown" },
      "program-active-rate-breakdown": { title: "Program Active Rate Breakdown" },
      "engagement-rate-breakdown": { title: "Engagement Rate Breakdown" },
      "average-tenure-breakdown": { title: "Average Tenure Breakdown" },
      "program-retention-rate-breakdown": { title: "Program Retention Rate Breakdown" },
      "dormant-rate-breakdown": { title: "Dormant Rate Breakdown" },
      "logins-breakdown": { title: "Logins Breakdown" },
      "return-rate-breakdown": { title: "Return Rate Frequency Breakdown" },
    },
  },
  "emails-dashboard": {
    title: "Emails Dashboard",
    module: pageModules["emails-dashboard"],
    menu: { label: "Emails Dashboard", icon: Mail, key: "e" },
    below: {
      screens: { title: "Email Screens", menu: "Screens" },
      schedule: { title: "Email Schedule", menu: "Schedule" },
      "links-breakdown": { title: "Links Breakdown" },
      "unsubscribed-breakdown": { title: "Unsubscribed Breakdown" },
      "delivery-status-breakdown": { title: "Delivery Status Breakdown" },
      "registration-breakdown": { title: "Registration Breakdown" },
      "performance-breakdown": { title: "Performance Breakdown" },
    },
  },
  "website-dashboard": {
    title: "Website Dashboard",
    module: pageModules["website-dashboard"],
    menu: { label: "Website Dashboard", icon: Globe, key: "w" },
    below: {
      "visitors-breakdown": { title: "Visitors Breakdown" },
      "source-breakdown": { title: "Source Breakdown" },
      "platforms-breakdown": { title: "Platforms Breakdown" },
      "searches-breakdown": { title: "On-site Search Breakdown" },
    },
  },
  "offers-dashboard": {
    title: "Offers Dashboard",
    module: pageModules["offers-dashboard"],
    menu: { label: "Offers Dashboard", icon: Tag, key: "o" },
    below: {
      "offers-breakdown": { title: "Partner Offers Breakdown" },
      "partners-breakdown": { title: "Partner Breakdown" },
      "total-interactions-breakdown": { title: "Total Interactions Breakdown" },
      "unique-interactions-breakdown": { title: "Unique Interactions Breakdown" },
      "member-unique-interactions-breakdown": { title: "Member Unique Interactions Breakdown" },
    },
  },
  "content-dashboard": {
    title: "Content Dashboard",
    module: pageModules["content-dashboard"],
    menu: { label: "Content Dashboard", icon: FileText, key: "c" },
    below: {
      "articles-breakdown": { title: "Articles Breakdown" },
      "shares-breakdown": { title: "Shares And Prints Breakdown" },
      "polls-breakdown": { title: "Polls Breakdown" },
    },
  },
  "content-elements": { title: "Content Elements", module: "CONTENT" },
  // Everybody may open these: they show how to ask for what is not open to the user, or does not exist yet.
  "bond-insights": {
    title: "BOND Insights",
    module: null,
    menu: { label: "Insights", icon: Sparkles, key: "i", pro: true },
  },
  recommendations: {
    title: "Recommendations",
    module: null,
    menu: { label: "Recommendations", icon: Lightbulb, key: "r", pro: true },
  },
} as const satisfies Readonly<Record<string, Top>>;

type Tree = typeof tree;

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
  readonly menu: Partial<Entry> | null;
};

/** Every screen of the tree, each before those below it. */
export const treeScreens: readonly TreeScreen[] = Object.entries<Top>(tree).flatMap(
  ([route, { title, menu, below = {} }]) => [
    { route: route as TopRoute, title, menu: menu ?? null },
    ...Object.entries(below).map(([name, { title, menu }]) => ({
      route: `${route}/${name}` as BelowRoute,
      title,
      menu: menu === undefined ? null : { label: menu },
    })),
  ],
);

/** The title of the first screen of the module that a route belongs to, which is its dashboard. */
export function dashboardTitleOf(route: GuardedRoute): string {
  const module = moduleOfRoute(route);
  return Object.values<Top>(tree).find((top) => top.module === module)?.title ?? "";
}

/** The module whose permission opens a route; null where everybody may open it. */
export function moduleOfRoute(route: GuardedRoute): ModuleCode | null {
  return tree[route.split("/", 1)[0] as TopRoute].module;
}
