import { create } from "zustand";
import { useSession } from "../../api/session";

/** What the keyboard opens over the screen. */
export type KeyboardLayer = "search" | "shortcuts";

type State = {
  readonly open: KeyboardLayer | null;
  /** How often a layer was opened. */
  readonly times: number;
  /** The text of the search. It is here, because letters may come before the field does. */
  readonly text: string;
};

/** The layer that is open, if any. It can be asked for before its code is loaded. */
export const useKeyboardLayer = create<State>(() => ({ open: null, times: 0, text: "" }));

/** Opens a layer in the place of the one that is open; null closes it. */
export function openLayer(open: KeyboardLayer | null): void {
  useKeyboardLayer.setState(({ times, text }) =>
    // What was typed stays while it fades.
    open === null ? { open, times, text } : { open, times: times + 1, text: "" },
  );
}

export const setSearchText = (text: string) => useKeyboardLayer.setState({ text });

/** Adds a key to the text of the search where it was asked for and has no field yet; whether it waits for it. */
export function typeAhead({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  const { open, text } = useKeyboardLayer.getState();
  if (open !== "search") return false;
  if (key === "Escape") openLayer(null);
  const isLetter = key.length === 1 && !ctrlKey && !metaKey && !altKey && !isComposing;
  if (isLetter) setSearchText(text + key);
  return isLetter;
}

/** Whether single keys are shortcuts. Speech input types letters, so a user can turn them off. */
export function useHasShortcuts(): boolean {
  return useSession(({ user }) => user?.preferences.shortcuts !== false);
}
