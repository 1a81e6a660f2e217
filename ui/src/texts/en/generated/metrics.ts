// Generated from the declared metrics by `make generate`. Do not edit.
import type { Polarity, Unit } from "../../../generated/wire";

/**
 * How a figure changes in the course of a period: `flow` counts what happens in it, `level` is of its last day, `growing`
 * is a share of members that grows with its length, `rate` is any other.
 */
export type Course = "flow" | "level" | "growing" | "rate";

/** What is known of a metric at first. Definitions are in a file of their own, which loads later. */
export type MetricInfo = {
  readonly label: string;
  readonly unit: Unit;
  readonly polarity: Polarity;
  readonly course: Course;
};

/** By metric id: the path of the field in a totals answer or in trends. */
export const metrics = {
  "article.amount": { label: "Articles", unit: "count", polarity: "higher", course: "flow" },
  "article.views": { label: "Views", unit: "count", polarity: "higher", course: "flow" },
  "averageTenure": { label: "Program Average Tenure", unit: "months", polarity: "higher", course: "level" },
  "deliveryStatus.bounced": { label: "Bounced", unit: "count", polarity: "lower", course: "flow" },
  "deliveryStatus.campaigns": { label: "Campaigns", unit: "count", polarity: "higher", course: "flow" },
  "deliveryStatus.delivered": { label: "Delivered", unit: "count", polarity: "higher", course: "flow" },
  "deliveryStatus.sent": { label: "Sent", unit: "count", polarity: "higher", course: "flow" },
  "dormantRate.dormantUsers": { label: "Dormant Members", unit: "count", polarity: "lower", course: "level" },
  "dormantRate.percent": { label: "Dormant Rate", unit: "percent", polarity: "lower", course: "level" },
  "engagementRate.engagedUsers": { label: "Engaged Members", unit: "count", polarity: "higher", course: "flow" },
  "engagementRate.percent": { label: "Program Engagement Rate", unit: "percent", polarity: "higher", course: "growing" },
  "enrollDto.enrollments": { label: "Registrations", unit: "count", polarity: "higher", course: "flow" },
  "enrollDto.percent": { label: "Register %", unit: "percent", polarity: "higher", course: "rate" },
  "enrollments.eligible": { label: "Eligible Members", unit: "count", polarity: "higher", course: "level" },
  "enrollments.initiationRate": { label: "Initiation Rate", unit: "percent", polarity: "higher", course: "level" },
  "enrollments.totalEnrolled": { label: "Total Registered", unit: "count", polarity: "higher", course: "level" },
  "enrollments.totalNewEnrolled": { label: "Total New Registered", unit: "count", polarity: "higher", course: "flow" },
  "groupMoves.movedDown": { label: "Moved Down", unit: "count", polarity: "lower", course: "flow" },
  "groupMoves.movedUp": { label: "Moved Up", unit: "count", polarity: "higher", course: "flow" },
  "groupMoves.stayed": { label: "Stayed in Their Tier", unit: "percent", polarity: "none", course: "rate" },
  "linkDto.sum": { label: "Links Clicked", unit: "count", polarity: "higher", course: "flow" },
  "logins.totalLogins": { label: "Total Logins", unit: "count", polarity: "higher", course: "flow" },
  "logins.uniqueLogins": { label: "Unique Logins", unit: "count", polarity: "higher", course: "flow" },
  "memberUniqueInteractionDto.uniqueIntentToRedeem": { label: "Member Unique Intent to Redeem Clicks", unit: "count", polarity: "higher", course: "flow" },
  "memberUniqueInteractionDto.uniqueViews": { label: "Member Unique Views", unit: "count", polarity: "higher", course: "flow" },
  "newReturnVisitors.news": { label: "New Visitors", unit: "count", polarity: "higher", course: "flow" },
  "newReturnVisitors.returns": { label: "Returning Visitors", unit: "count", polarity: "higher", course: "flow" },
  "offerDto.newOffers": { label: "New Offers", unit: "count", polarity: "higher", course: "flow" },
  "offerDto.offBoarded": { label: "Offboarded Offers", unit: "count", polarity: "lower", course: "flow" },
  "offerDto.totalActiveOffers": { label: "Total Active Offers", unit: "count", polarity: "higher", course: "flow" },
  "partnerDto.redemptions": { label: "Redemptions", unit: "count", polarity: "higher", course: "flow" },
  "partnerDto.sales": { label: "Sales", unit: "money", polarity: "higher", course: "flow" },
  "partnerDto.savings": { label: "Savings", unit: "money", polarity: "higher", course: "flow" },
  "partnerDto.savingsPerUser": { label: "Savings Per Member", unit: "money", polarity: "higher", course: "rate" },
  "performanceDto.avgClick": { label: "Avg. Click %", unit: "percent", polarity: "higher", course: "rate" },
  "performanceDto.avgOpen": { label: "Avg. Open %", unit: "percent", polarity: "higher", course: "rate" },
  "pollDto.answers": { label: "Answers", unit: "count", polarity: "higher", course: "flow" },
  "pollDto.polls": { label: "Polls", unit: "count", polarity: "higher", course: "flow" },
  "programActiveRate.activeUsers": { label: "Active Members", unit: "count", polarity: "higher", course: "flow" },
  "programActiveRate.percent": { label: "Program Active Rate", unit: "percent", polarity: "higher", course: "growing" },
  "programRetentionRate.base": { label: "Registered Before", unit: "count", polarity: "higher", course: "rate" },
  "programRetentionRate.newEnrollments": { label: "Total New Registered", unit: "count", polarity: "higher", course: "flow" },
  "programRetentionRate.percent": { label: "Program Retention Rate", unit: "percent", polarity: "higher", course: "growing" },
  "programRetentionRate.uniqueLoginCount": { label: "Total Enrolled", unit: "count", polarity: "higher", course: "flow" },
  "returnRate.avgLoginUser": { label: "Avg Login/Member", unit: "decimal", polarity: "higher", course: "rate" },
  "returnRate.returnLogins2More": { label: ">2 Return Logins", unit: "count", polarity: "higher", course: "flow" },
  "returnRate.uniqueReturnLogins": { label: "Unique Return Logins", unit: "count", polarity: "higher", course: "flow" },
  "satisfaction.answers": { label: "Answers", unit: "count", polarity: "higher", course: "flow" },
  "satisfaction.percent": { label: "CSAT", unit: "percent", polarity: "higher", course: "rate" },
  "searchDto.count": { label: "Total Searches", unit: "count", polarity: "higher", course: "flow" },
  "shares.prints": { label: "Prints", unit: "count", polarity: "higher", course: "flow" },
  "shares.shares": { label: "Shares", unit: "count", polarity: "higher", course: "flow" },
  "sourceOfTraffic.direct": { label: "Direct", unit: "count", polarity: "higher", course: "flow" },
  "sourceOfTraffic.emails": { label: "Email", unit: "count", polarity: "higher", course: "flow" },
  "sourceOfTraffic.searches": { label: "Organic Search", unit: "count", polarity: "higher", course: "flow" },
  "totalInteractionDto.totalIntentToRedeem": { label: "Total Intent to Redeem Clicks", unit: "count", polarity: "higher", course: "flow" },
  "totalInteractionDto.totalViews": { label: "Total Views", unit: "count", polarity: "higher", course: "flow" },
  "uniqueInteractionDto.percent": { label: "Intent to redeem Rate", unit: "percent", polarity: "higher", course: "rate" },
  "uniqueInteractionDto.uniqueIntentToRedeem": { label: "Unique Intent to Redeem Clicks", unit: "count", polarity: "higher", course: "flow" },
  "uniqueInteractionDto.uniqueViews": { label: "Unique Views", unit: "count", polarity: "higher", course: "flow" },
  "unsubscribedDto.percent": { label: "% of Unsubscribed", unit: "percent", polarity: "lower", course: "rate" },
  "unsubscribedDto.sum": { label: "Unsubscribers", unit: "count", polarity: "lower", course: "flow" },
  "visitors.durations": { label: "Avg. Session Duration", unit: "seconds", polarity: "higher", course: "rate" },
  "visitors.pageViews": { label: "Pageviews", unit: "count", polarity: "higher", course: "flow" },
  "visitors.sessions": { label: "Member Sessions", unit: "count", polarity: "higher", course: "flow" },
} as const satisfies Record<string, MetricInfo>;

/** The id of a metric on a card or in trends. */
export type MetricId = keyof typeof metrics;
