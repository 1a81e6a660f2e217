import { screens } from "../copy";
import type { DashboardCard } from "./declaration";

const copy = screens.monitor;

/**
 * The cards that the Program Monitor pins. Each is declared once and stands on its own dashboard too.
 */
export const pinned = {
  partners: {
    title: copy.partners,
    trend: "O_PARTNERS",
    headline: "partnerDto.redemptions",
    secondary: ["partnerDto.sales", "partnerDto.savings", "partnerDto.savingsPerUser"],
    to: "offers-dashboard/partners-breakdown",
  },
  registrations: {
    title: copy.registrations,
    trend: "U_NEW_ENROLLMENTS",
    headline: "enrollments.totalNewEnrolled",
    secondary: ["enrollments.totalEnrolled"],
    to: "user-dashboard/registrations-breakdown",
  },
  engagement: {
    title: copy.engagement,
    trend: "U_ENGAGEMENT_RATE",
    headline: "engagementRate.percent",
    secondary: ["engagementRate.engagedUsers"],
    to: "user-dashboard/engagement-rate-breakdown",
  },
  logins: {
    title: copy.logins,
    trend: "U_LOGINS",
    headline: "logins.totalLogins",
    secondary: ["logins.uniqueLogins"],
    to: "user-dashboard/logins-breakdown",
  },
  returns: {
    title: copy.returns,
    trend: "U_RETURN_LOGINS_AND_FREQUENCY",
    headline: "returnRate.uniqueReturnLogins",
    secondary: ["returnRate.avgLoginUser", "returnRate.returnLogins2More"],
    to: "user-dashboard/return-rate-breakdown",
  },
  unsubscribed: {
    title: copy.unsubscribed,
    trend: "E_UNSUBSCRIBED",
    headline: "unsubscribedDto.percent",
    secondary: ["unsubscribedDto.sum"],
    to: "emails-dashboard/unsubscribed-breakdown",
  },
} as const satisfies Record<string, DashboardCard>;
