import { create } from "zustand";

/** The open modal dialogs, in the order in which they were opened. All around the last one is inert. */
const useModals = create<{ dialogs: readonly HTMLElement[] }>(() => ({ dialogs: [] }));

/** The dialog in which the page can be used; null where that is the whole page. */
export const useTopModal = (): HTMLElement | null => useModals(({ dialogs }) => dialogs.at(-1) ?? null);

/** The last modal dialog that was opened and is open; undefined where none is. */
export const topModal = (): HTMLElement | undefined => useModals.getState().dialogs.at(-1);

/** Notes that a modal dialog is open. */
export function enterModal(dialog: HTMLElement): void {
  useModals.setState(({ dialogs }) => ({
    dialogs: [...dialogs.filter((other) => other !== dialog), dialog],
  }));
}

/** Notes that a modal dialog is closed. */
export function leaveModal(dialog: HTMLElement): void {
  if (useModals.getState().dialogs.includes(dialog))
    useModals.setState(({ dialogs }) => ({ dialogs: dialogs.filter((other) => other !== dialog) }));
}
