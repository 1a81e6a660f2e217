import { create } from "zustand";
import type { Comparison } from "../../generated/wire";

type ChosenComparison = {
  /** The comparison that the reader chose; null while that of the period is shown. */
  readonly chosen: Comparison | null;
  choose(comparison: Comparison | null): void;
};

/**
 * What the reader chose to compare with, which stays when the period changes, even where the period would have begun with
 * it. The address cannot tell it from one that was not chosen.
 */
export const useChosenComparison = create<ChosenComparison>()((set) => ({
  chosen: null,
  choose: (chosen) => set({ chosen }),
}));
