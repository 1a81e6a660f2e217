import type { PartKey } from "../../generated/wire";

/** The names of the parts of the score. */
export type PartNames = Readonly<Record<PartKey, string>>;

/** What the numerator of each part counts, one and several, and what else each of them would change. */
export type Counted = Readonly<
  Record<PartKey, { readonly one: string; readonly many: string; readonly beside?: string }>
>;

/** The server has the English names: these are for translators. */
export const parts: PartNames = {
  enrolled2Eligible: "Initiation Rate",
  clientsRetentionRate: "Retention Rate",
  programActiveRate: "Program Active Rate",
  returnRate: "Return Rate",
  redemptionRate: "Intent to Redeem",
  engagementRate: "Engagement Rate",
  faActivityLevel: "FA Activity Level",
  csat: "CSAT",
  averageTenure: "Average Tenure",
};

/** As {@link parts}. */
export const counted: Counted = {
  enrolled2Eligible: {
    one: "eligible member who registers",
    many: "eligible members who register",
    beside:
      "Whoever registers also counts in the denominators of the Active, Return and Engagement Rates and of Average Tenure, and lowers them at first.",
  },
  clientsRetentionRate: {
    one: "earlier member who logs in again",
    many: "earlier members who log in again",
    beside: "Whoever comes back also raises the Return Rate and Average Tenure.",
  },
  programActiveRate: {
    one: "member with a second qualifying session",
    many: "members with a second qualifying session",
  },
  returnRate: {
    one: "member who comes back after the first login",
    many: "members who come back after the first login",
  },
  redemptionRate: {
    one: "pair of member and offer with a redeem click",
    many: "pairs of member and offer with a redeem click",
  },
  engagementRate: {
    one: "member with a third qualifying session",
    many: "members with a third qualifying session",
  },
  faActivityLevel: {
    one: "point of activity in one month",
    many: "points of activity, added up over the months",
  },
  csat: { one: "answer of 4 or 5", many: "answers of 4 or 5" },
  averageTenure: {
    one: "day from a first to a last login",
    many: "days from first to last logins, added up over the members",
  },
};
