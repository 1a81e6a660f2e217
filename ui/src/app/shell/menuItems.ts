import { type Page, pages } from "../../api/pages";

/** The sidebar's menu, in order. */
export const menu = pages.filter((page) => page.menu === "sidebar");

/** The entry of a pathname: the longest route that the pathname equals or begins with. */
export function currentItem(pathname: string): Page | null {
  const at = `${pathname.toLowerCase().replace(/\/$/, "")}/`;
  return menu.reduce<Page | null>(
    (best, item) =>
      at.startsWith(`/${item.route}/`) && item.route.length > (best?.route.length ?? 0) ? item : best,
    null,
  );
}
