import { create } from "zustand";
import { useSession } from "../../api/session";

/** What the keyboard opens over the screen. */
export type KeyboardLayer = "search" | "shortcuts";

type State = {
  readonly open: KeyboardLayer | null;
  /** How often a layer was opened. */
  readonly times: number;
};

/** The layer that is open, if any. It can be asked for before its code is loaded. */
export const useKeyboardLayer = create<State>(() => ({ open: null, times: 0 }));

/** Opens a layer in the place of the one that is open; null closes it. */
export function openLayer(open: KeyboardLayer | null): void {
  useKeyboardLayer.setState(({ times }) => ({ open, times: open === null ? times : times + 1 }));
}

/** Whether single keys are shortcuts. Speech input types letters, so a user can turn them off. */
export function useHasShortcuts(): boolean {
  return useSession(({ user }) => user?.preferences.shortcuts !== false);
}
