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
import { shell } from "../copy";
import type { GuardedRoute } from "../paths";

/** An entry of the sidebar's menu. */
export type MenuItem = {
  route: GuardedRoute;
  label: string;
  /** Absent for a child of the entry before it. */
  icon?: LucideIcon;
  /** Sold separately. */
  pro?: boolean;
};

/** The menu, in order. */
export const menu: readonly MenuItem[] = [
  { route: "executive-summary", label: shell.menu.monitor, icon: LayoutDashboard },
  { route: "user-dashboard", label: shell.menu.members, icon: UsersRound },
  { route: "emails-dashboard", label: shell.menu.emails, icon: Mail },
  { route: "emails-dashboard/screens", label: shell.menu.screens },
  { route: "website-dashboard", label: shell.menu.website, icon: Globe },
  { route: "offers-dashboard", label: shell.menu.offers, icon: Tag },
  { route: "content-dashboard", label: shell.menu.content, icon: FileText },
  { route: "bond-insights", label: shell.menu.insights, icon: Sparkles, pro: true },
  { route: "recommendations", label: shell.menu.recommendations, icon: Lightbulb, pro: true },
];

/** The entry a pathname belongs to: the longest whose route it is or stands under. */
export function currentItem(pathname: string): MenuItem | null {
  const at = `${pathname.replace(/\/$/, "")}/`;
  return menu.reduce<MenuItem | null>(
    (best, item) =>
      at.startsWith(`/${item.route}/`) && item.route.length > (best?.route.length ?? 0) ? item : best,
    null,
  );
}
