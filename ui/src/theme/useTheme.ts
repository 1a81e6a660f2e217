import { create } from "zustand";
import { currentTheme, putOn, systemTheme, THEME_KEY, type Theme } from "./choice";

export type { Theme };

const useStore = create<{ theme: Theme }>(() => ({ theme: currentTheme() }));

function show(theme: Theme): void {
  putOn(theme);
  useStore.setState({ theme });
}

/** Follows the system until a theme is chosen, and a choice made in another tab. Call once. */
export function startTheme(): void {
  show(currentTheme());
  systemTheme().addEventListener("change", () => show(currentTheme()));
  addEventListener("storage", (event) => {
    if (event.key === THEME_KEY) show(currentTheme());
  });
}

function toggle(): void {
  const theme = useStore.getState().theme === "dark" ? "light" : "dark";
  localStorage.setItem(THEME_KEY, theme);
  show(theme);
}

/** The theme shown, and the switch that chooses the other one and keeps the choice. */
export function useTheme(): { theme: Theme; toggle: () => void } {
  const theme = useStore((state) => state.theme);
  return { theme, toggle };
}
