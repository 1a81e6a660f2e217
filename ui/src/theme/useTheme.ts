import { flushSync } from "react-dom";
import { create } from "zustand";
import { currentTheme, putOn, systemTheme, THEME_KEY, type Theme } from "./choice";

export type { Theme };

type Shown = {
  readonly theme: Theme;
  /** The page is on its way to paper. */
  readonly printing: boolean;
};

const useStore = create<Shown>(() => ({ theme: currentTheme(), printing: false }));

function show(theme: Theme, printing = false): void {
  putOn(theme);
  useStore.setState({ theme, printing });
}

/**
 * Follows the system until a theme is chosen, and a choice made in another tab. While the page is printed it is
 * in the light theme: the stylesheet sees to that by itself, but what is drawn on a canvas must be drawn anew,
 * before the browser goes on. Call once.
 */
export function startTheme(): void {
  show(currentTheme());
  systemTheme().addEventListener("change", () => show(currentTheme()));
  addEventListener("storage", (event) => {
    if (event.key === THEME_KEY) show(currentTheme());
  });
  addEventListener("beforeprint", () => {
    flushSync(() => show("light", true));
  });
  addEventListener("afterprint", () => {
    if (useStore.getState().printing) show(currentTheme());
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

/** Whether the page is being printed: everything must be drawn at once, without animation. */
export function usePrinting(): boolean {
  return useStore((state) => state.printing);
}
