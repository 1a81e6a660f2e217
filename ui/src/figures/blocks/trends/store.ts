import { create } from "zustand";
import type { TrendId } from "../../../generated/calls";

/** A trend and the title of its card. */
export type CardTrend = { readonly type: TrendId; readonly title: string };

/** The trend that is open, and the button that opened it. */
export type OpenTrend = CardTrend & { readonly opener: HTMLElement };

type TrendsState = {
  readonly open: OpenTrend | null;
  /** Opens a trend, replaces the open one, or closes it if it is the same. */
  toggle(trend: CardTrend, opener: HTMLElement): void;
  close(): void;
};

/** The open trend, if any. */
export const useTrends = create<TrendsState>()((set) => ({
  open: null,
  toggle: (trend, opener) =>
    set(({ open }) => ({ open: open?.type === trend.type ? null : { ...trend, opener } })),
  close: () => set({ open: null }),
}));
