import { create } from "zustand";
import { type Filters, sameFilters } from "./model";

/** The seconds before changed filters are applied automatically. */
export const COUNTDOWN_SECONDS = 5;

type DraftState = {
  /** The edited copy; null while it equals the applied filters. */
  readonly draft: Filters | null;
  /** The filter whose popover is open. */
  readonly open: string | null;
  /** Seconds until the draft is applied automatically; null while no countdown runs. */
  readonly secondsLeft: number | null;
  /** Applies an edit to the draft. An edit back to the applied filters discards the draft. */
  edit(next: Filters, applied: Filters): void;
  /** Opens a popover, which stops a countdown. */
  openPopover(filter: string): void;
  /** Closes a popover; a valid change then starts the countdown. */
  closePopover(filter: string, mayApply: boolean): void;
  /** One second of the countdown has passed. */
  tick(): void;
  /** Stops the countdown without discarding the draft. */
  stop(): void;
  /** Discards the draft: it was applied or reset, or the user left its route. */
  drop(): void;
};

const NOTHING = { draft: null, open: null, secondsLeft: null } as const;

/** The state of the filter bar that is not in the URL: the draft, the open popover and the countdown. */
export const useDraft = create<DraftState>()((set) => ({
  ...NOTHING,
  edit: (next, applied) => set({ draft: sameFilters(next, applied) ? null : next, secondsLeft: null }),
  openPopover: (filter) => set({ open: filter, secondsLeft: null }),
  closePopover: (filter, mayApply) =>
    set((state) => {
      // Another popover may have opened in the meantime, which closed this one.
      if (state.open !== null && state.open !== filter) return {};
      return { open: null, secondsLeft: mayApply && state.draft ? COUNTDOWN_SECONDS : null };
    }),
  tick: () =>
    set((state) => ({ secondsLeft: state.secondsLeft === null ? null : Math.max(0, state.secondsLeft - 1) })),
  stop: () => set({ secondsLeft: null }),
  drop: () => set(NOTHING),
}));
