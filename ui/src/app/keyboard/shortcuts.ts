import { type Page, pages } from "../../api/pages";

/** What a shortcut does if it does not open a screen. */
export type ShortcutAction = "search" | "shortcuts" | "filters" | "theme";

/** Keys, pressed one after the other, and what they do. */
export type Shortcut = { readonly keys: string } & (
  | { readonly action: ShortcutAction }
  | { readonly screen: Page }
);

/** Every shortcut without a modifier. Those of pages are in the table of pages. */
export const shortcuts: readonly Shortcut[] = [
  { keys: "/", action: "search" },
  { keys: "?", action: "shortcuts" },
  { keys: "f", action: "filters" },
  { keys: "t", action: "theme" },
  ...pages.flatMap((screen) => (screen.keys ? [{ keys: screen.keys, screen }] : [])),
];
