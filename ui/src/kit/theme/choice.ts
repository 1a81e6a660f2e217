/** One of the two themes. */
export type Theme = "light" | "dark";

/** The storage key of the chosen theme; absent until one is chosen. */
export const THEME_KEY = "bond_theme";

const DARK = "(prefers-color-scheme: dark)";

/** The media query list of the system's theme. */
export function systemTheme(): MediaQueryList {
  return matchMedia(DARK);
}

/** A page that another site frames may have no storage. */
function storedTheme(): string | null {
  try {
    return localStorage.getItem(THEME_KEY);
  } catch {
    return null;
  }
}

/** The theme to show: the chosen one, else the system's. */
export function currentTheme(): Theme {
  const chosen = storedTheme();
  if (chosen === "light" || chosen === "dark") return chosen;
  return systemTheme().matches ? "dark" : "light";
}

/** Sets the theme of the document: the tokens depend on this attribute. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}
