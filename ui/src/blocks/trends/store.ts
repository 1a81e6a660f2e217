import { create } from "zustand";

/** The trends the server answers, one a card. */
export type TrendType =
  | "U_NEW_ENROLLMENTS"
  | "U_ACTIVE_RATE"
  | "U_ENGAGEMENT_RATE"
  | "U_RETENTION_RATE"
  | "U_LOGINS"
  | "U_RETURN_LOGINS_AND_FREQUENCY"
  | "U_AVERAGE_TENURE"
  | "U_DORMANT_RATE"
  | "C_ARTICLE"
  | "C_SHARES"
  | "C_POLL"
  | "E_DELIVERY_STATUS"
  | "E_PERFORMANCE"
  | "E_ENROLL"
  | "E_UNSUBSCRIBED"
  | "E_LINKS"
  | "W_VISITORS"
  | "W_SOURCE_OF_TRAFFIC"
  | "W_NEW_RETURNING"
  | "W_SEARCHES"
  | "O_PARTNERS"
  | "O_OFFERS"
  | "O_TOTAL_INTERACTIONS"
  | "O_UNIQUE_INTERACTIONS"
  | "O_MEMBER_UNIQUE_INTERACTIONS";

/** A trend and the title of its card. */
export type CardTrend = { readonly type: TrendType; readonly title: string };

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
