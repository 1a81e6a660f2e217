import { create } from "zustand";
import type { TrendId } from "../../api/generated/calls";

/** The open trend and the title of its card. */
export type OpenTrend = { readonly type: TrendId; readonly title: string };

type TrendsState = {
  readonly open: OpenTrend | null;
  /** Opens a trend, changes to another one, or closes the one that is open. */
  toggle(trend: OpenTrend, opener: HTMLElement): void;
  /** Closes the panel; focus returns to the button that opened it. */
  close(): void;
  /** Closes the panel because its screen is left; focus goes its own way. */
  leave(): void;
};

let lastOpener: HTMLElement | null = null;

/** Which trend is open. */
export const useTrends = create<TrendsState>()((set, get) => ({
  open: null,
  toggle(trend, opener) {
    if (get().open?.type === trend.type) {
      get().close();
      return;
    }
    lastOpener = opener;
    set({ open: trend });
  },
  close() {
    set({ open: null });
    lastOpener?.focus();
    lastOpener = null;
  },
  leave() {
    lastOpener = null;
    set({ open: null });
  },
}));
