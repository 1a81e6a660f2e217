import { create } from "zustand";
import { type Filters, sameFilters } from "./model";

/** How many seconds changed filters wait before they apply by themselves. */
export const COUNTDOWN_SECONDS = 5;

type DraftState = {
  /** The edited copy; null while nothing differs from what is applied. */
  readonly draft: Filters | null;
  /** The filter whose popover is open. */
  readonly open: string | null;
  /** Seconds until the draft is applied automatically; null while no countdown runs. */
  readonly secondsLeft: number | null;
  /** Takes an edit. An edit back to the applied filters ends the draft. */
  edit(next: Filters, applied: Filters): void;
  /** Opens a popover, which stops a countdown. */
  openPopover(filter: string): void;
  /** Closes a popover; with a change that may be applied the countdown starts. */
  closePopover(filter: string, mayApply: boolean): void;
  /** One second of the countdown has passed. */
  tick(): void;
  /** Stops the countdown and keeps the draft. */
  stop(): void;
  /** Forgets the draft: it was applied, reset, or its route was left. */
  drop(): void;
};

const NOTHING = { draft: null, open: null, secondsLeft: null } as const;

/** What the filter bar holds besides the URL: the draft, the open popover and the countdown. */
export const useDraft = create<DraftState>()((set) => ({
  ...NOTHING,
  edit: (next, applied) => set({ draft: sameFilters(next, applied) ? null : next, secondsLeft: null }),
  openPopover: (filter) => set({ open: filter, secondsLeft: null }),
  closePopover: (filter, mayApply) =>
    set((state) => {
      // Another popover may have opened in the meantime: its opening closed this one.
      if (state.open !== null && state.open !== filter) return {};
      return { open: null, secondsLeft: mayApply && state.draft ? COUNTDOWN_SECONDS : null };
    }),
  tick: () =>
    set((state) => ({ secondsLeft: state.secondsLeft === null ? null : Math.max(0, state.secondsLeft - 1) })),
  stop: () => set({ secondsLeft: null }),
  drop: () => set(NOTHING),
}));
