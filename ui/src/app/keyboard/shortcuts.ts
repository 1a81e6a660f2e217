import { type MenuItem, menu } from "../shell/menuItems";

/** What a shortcut does if it does not open a screen. */
export type ShortcutAction = "search" | "shortcuts" | "filters" | "theme";

/** Keys, pressed one after the other, and what they do. */
export type Shortcut = { readonly keys: string } & (
  | { readonly action: ShortcutAction }
  | { readonly screen: MenuItem }
);

/** Every shortcut without a modifier. Those of screens are declared with the screens. */
export const shortcuts: readonly Shortcut[] = [
  { keys: "/", action: "search" },
  { keys: "?", action: "shortcuts" },
  { keys: "f", action: "filters" },
  { keys: "t", action: "theme" },
  ...menu.flatMap((screen) => (screen.keys ? [{ keys: screen.keys, screen }] : [])),
];
