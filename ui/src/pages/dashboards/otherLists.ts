/** Offers with what each brought, the most first; the list opens by name. */
export const OFFERS_BY_RESULT = {
  route: "offers-dashboard/total-interactions-breakdown",
  view: "OFFERS.desc-totalIntentToRedeem",
} as const;
