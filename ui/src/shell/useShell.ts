import { create } from "zustand";

/** Which of the shell's layers are open; at most one of them covers another. */
type ShellState = { menu: boolean; panel: boolean; detail: boolean };

/** The state of the mobile menu, the score breakdown panel and the score's detail view. */
export const useShell = create<ShellState>(() => ({ menu: false, panel: false, detail: false }));

/** Closes them all. */
export function closeLayers(): void {
  useShell.setState({ menu: false, panel: false, detail: false });
}

/** Opens or closes the mobile menu. */
export function setMenu(menu: boolean): void {
  useShell.setState({ menu });
}

/** Opens or closes the score breakdown panel. */
export function setPanel(panel: boolean): void {
  useShell.setState({ panel });
}

/** Opens or closes the score's detail view. */
export function setDetail(detail: boolean): void {
  useShell.setState({ detail });
}
