import type { LucideIcon } from "lucide-react";
import type { GuardedRoute } from "../../api/paths";
import { treeScreens } from "../../api/screenTree";

/** An entry of the sidebar's menu. */
export type MenuItem = {
  readonly route: GuardedRoute;
  readonly label: string;
  /** Absent for a child of the entry before it. */
  readonly icon?: LucideIcon | undefined;
  /** The keys that open it, one after the other, such as "g m". */
  readonly keys?: string | undefined;
  /** Sold separately. */
  readonly pro?: boolean | undefined;
};

/** The menu, in order. */
export const menu: readonly MenuItem[] = treeScreens.flatMap(({ route, title, menu }) =>
  menu
    ? [
        {
          route,
          label: menu.label ?? title,
          icon: menu.icon,
          keys: menu.key && `g ${menu.key}`,
          pro: menu.pro,
        },
      ]
    : [],
);

/** The entry of a pathname: the longest route that the pathname equals or begins with. */
export function currentItem(pathname: string): MenuItem | null {
  const at = `${pathname.toLowerCase().replace(/\/$/, "")}/`;
  return menu.reduce<MenuItem | null>(
    (best, item) =>
      at.startsWith(`/${item.route}/`) && item.route.length > (best?.route.length ?? 0) ? item : best,
    null,
  );
}
