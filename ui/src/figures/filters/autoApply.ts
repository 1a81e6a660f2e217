import { create } from "zustand";

const STORAGE_KEY = "bond_auto_apply";

function readStored(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== "off";
  } catch {
    // Storage can be switched off in the browser; the choice then lasts until the page is left.
    return true;
  }
}

function writeStored(on: boolean): void {
  try {
    localStorage.setItem(STORAGE_KEY, on ? "on" : "off");
  } catch {
    // As in readStored.
  }
}

type AutoApply = {
  /** Whether changed filters are applied automatically after the countdown. */
  readonly on: boolean;
  setOn(on: boolean): void;
};

/** The choice in the avatar menu: changed filters are applied automatically, or only by Apply. */
export const useAutoApply = create<AutoApply>()((set) => ({
  on: readStored(),
  setOn(on) {
    writeStored(on);
    set({ on });
  },
}));
