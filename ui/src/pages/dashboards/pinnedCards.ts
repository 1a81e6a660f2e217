import { screens } from "#texts/page";
import type { BelowRoute } from "../../api/pages";
import type { CardDeclaration } from "../../figures/blocks/card/Card";
import type { FIRST_PINS } from "../../figures/pins/pins";

const copy = screens.monitor;

/**
 * The cards that the Program Monitor pins until its user chooses, in order, by the route of their breakdown. Each is on its own
 * dashboard too.
 */
export const pinned = {
  "offers-dashboard/partners-breakdown": {
    title: copy.partners,
    trend: "O_PARTNERS",
    headline: "partnerDto.redemptions",
    secondary: ["partnerDto.sales", "partnerDto.savings", "partnerDto.savingsPerUser"],
  },
  "user-dashboard/registrations-breakdown": {
    title: copy.registrations,
    trend: "U_NEW_ENROLLMENTS",
    headline: "enrollments.totalNewEnrolled",
    secondary: ["enrollments.totalEnrolled"],
  },
  "user-dashboard/engagement-rate-breakdown": {
    title: copy.engagement,
    trend: "U_ENGAGEMENT_RATE",
    headline: "engagementRate.percent",
    secondary: ["engagementRate.engagedUsers"],
  },
  "user-dashboard/logins-breakdown": {
    title: copy.logins,
    trend: "U_LOGINS",
    headline: "logins.totalLogins",
    secondary: ["logins.uniqueLogins"],
  },
  "user-dashboard/return-rate-breakdown": {
    title: copy.returns,
    trend: "U_RETURN_LOGINS_AND_FREQUENCY",
    headline: "returnRate.uniqueReturnLogins",
    secondary: ["returnRate.avgLoginUser", "returnRate.returnLogins2More"],
  },
  "emails-dashboard/unsubscribed-breakdown": {
    title: copy.unsubscribed,
    trend: "E_UNSUBSCRIBED",
    headline: "unsubscribedDto.percent",
    secondary: ["unsubscribedDto.sum"],
  },
} as const satisfies Record<(typeof FIRST_PINS)[number] & BelowRoute, CardDeclaration>;
