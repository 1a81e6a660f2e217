import { create } from "zustand";
import type { TrendId } from "../../api/generated/calls";

/** A trend and the title of its card. */
export type CardTrend = { readonly type: TrendId; readonly title: string };

/** The trend that is open, and the button that opened it. */
export type OpenTrend = CardTrend & { readonly opener: HTMLElement };

type TrendsState = {
  readonly open: OpenTrend | null;
  /** Opens a trend, changes to another one, or closes the one that is open. */
  toggle(trend: CardTrend, opener: HTMLElement): void;
  close(): void;
};

/** Which trend is open. */
export const useTrends = create<TrendsState>()((set) => ({
  open: null,
  toggle: (trend, opener) =>
    set(({ open }) => ({ open: open?.type === trend.type ? null : { ...trend, opener } })),
  close: () => set({ open: null }),
}));
