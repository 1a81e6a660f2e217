import { flushSync } from "react-dom";
import { create } from "zustand";
import { applyTheme, currentTheme, systemTheme, THEME_KEY, type Theme } from "./choice";

export type { Theme };

type Shown = {
  readonly theme: Theme;
  /** Whether the page is being printed. */
  readonly printing: boolean;
};

const useStore = create<Shown>(() => ({ theme: currentTheme(), printing: false }));

function show(theme: Theme, printing = false): void {
  applyTheme(theme);
  useStore.setState({ theme, printing });
}

/**
 * Follows the system until a theme is chosen, and follows a choice made in another tab. A printed page
 * has the light theme: the style sheet does that by itself, but a canvas must be drawn again
 * before the browser prints. Call once.
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
  chooseTheme(useStore.getState().theme === "dark" ? "light" : "dark");
}

/** Chooses a theme for this browser, or has it follow the system again. */
export function chooseTheme(choice: Theme | "system"): void {
  if (choice === "system") localStorage.removeItem(THEME_KEY);
  else localStorage.setItem(THEME_KEY, choice);
  show(currentTheme());
}

/** The current theme, and a function that chooses and stores the other one. */
export function useTheme(): { theme: Theme; toggle: () => void } {
  const theme = useStore((state) => state.theme);
  return { theme, toggle };
}

/** Whether the page is being printed: everything must be drawn at once. */
export function usePrinting(): boolean {
  return useStore((state) => state.printing);
}
