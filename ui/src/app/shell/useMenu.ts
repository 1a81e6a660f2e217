import { create } from "zustand";

/** Whether the menu of a narrow page is open. */
export const useMenu = create<{ open: boolean }>(() => ({ open: false }));

/** Opens or closes the menu of a narrow page. */
export function setMenu(open: boolean): void {
  useMenu.setState({ open });
}
