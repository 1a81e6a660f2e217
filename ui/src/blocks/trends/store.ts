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

/** The open trend and the title of its card. */
export type OpenTrend = { readonly type: TrendType; readonly title: string };

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
