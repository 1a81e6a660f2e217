// Generated from the declared metrics by `make generate`. Do not edit.
import type { Polarity, Unit } from "./wire";

/** What the page says of a metric. */
export type MetricInfo = { label: string; unit: Unit; polarity: Polarity; definition: string };

/** By metric id: the path of the field in a totals answer or in trends. */
export const metrics = {
  "article.amount": { label: "Articles", unit: "count", polarity: "higher", definition: "Different articles viewed in the period by the chosen members." },
  "article.views": { label: "Views", unit: "count", polarity: "higher", definition: "Article views in the period." },
  "averageTenure": { label: "Program Average Tenure", unit: "months", polarity: "higher", definition: "Time from first to last login, averaged over the members registered by the last day of the period, in months of 30.4375 days. It depends on that day only." },
  "dormantRate.dormantUsers": { label: "Dormant Members", unit: "count", polarity: "lower", definition: "Members registered by the last day of the period with no login in the 90 days (or as many as the program set) that end on it, whatever the period's length." },
  "dormantRate.percent": { label: "Dormant Rate", unit: "percent", polarity: "lower", definition: "Dormant members as a share of the members registered by the last day of the period." },
  "engagementRate.engagedUsers": { label: "Engaged Members", unit: "count", polarity: "higher", definition: "Members with at least 3 qualifying sessions in the period. A session qualifies with at least one redeem click or at least two offer views." },
  "engagementRate.percent": { label: "Program Engagement Rate", unit: "percent", polarity: "higher", definition: "Engaged members as a share of the members registered by the last day of the period." },
  "enrollments.eligible": { label: "Eligible Members", unit: "count", polarity: "higher", definition: "Members who were eligible, or had registered, by the last day of the period." },
  "enrollments.initiationRate": { label: "Initiation Rate", unit: "percent", polarity: "higher", definition: "Registered members as a share of eligible members, both as of the last day of the period." },
  "enrollments.totalEnrolled": { label: "Total Registered", unit: "count", polarity: "higher", definition: "Members whose first login is on or before the last day of the period. Registered means logged in at least once." },
  "enrollments.totalNewEnrolled": { label: "Total New Registered", unit: "count", polarity: "higher", definition: "Members whose first login is in the period." },
  "logins.totalLogins": { label: "Total Logins", unit: "count", polarity: "higher", definition: "Logins in the period." },
  "logins.uniqueLogins": { label: "Unique Logins", unit: "count", polarity: "higher", definition: "Members with at least one login in the period, each counted once." },
  "partnerDto.redemptions": { label: "Redemptions", unit: "count", polarity: "higher", definition: "Redemptions in the partner transactions of the period." },
  "partnerDto.sales": { label: "Sales", unit: "money", polarity: "higher", definition: "Sales in the partner transactions of the period; returns count as negative." },
  "partnerDto.savings": { label: "Savings", unit: "money", polarity: "higher", definition: "What members saved in the partner transactions of the period." },
  "partnerDto.savingsPerUser": { label: "Savings Per Member", unit: "money", polarity: "higher", definition: "Savings divided by the members with a partner transaction in the period." },
  "pollDto.answers": { label: "Answers", unit: "count", polarity: "higher", definition: "Answers to polls in the period." },
  "pollDto.polls": { label: "Polls", unit: "count", polarity: "higher", definition: "Polls open on at least one day of the period. User groups do not restrict it." },
  "programActiveRate.activeUsers": { label: "Active Members", unit: "count", polarity: "higher", definition: "Members with at least 2 qualifying sessions in the period. A session qualifies with at least one redeem click or at least two offer views." },
  "programActiveRate.percent": { label: "Program Active Rate", unit: "percent", polarity: "higher", definition: "Active members as a share of the members registered by the last day of the period." },
  "programRetentionRate.base": { label: "Registered Before", unit: "count", polarity: "higher", definition: "Members registered by the day before the period: the base of the retention rate." },
  "programRetentionRate.newEnrollments": { label: "Total New Registered", unit: "count", polarity: "higher", definition: "Members whose first login is in the period." },
  "programRetentionRate.percent": { label: "Program Retention Rate", unit: "percent", polarity: "higher", definition: "Of the members registered before the period, the share who logged in during it." },
  "programRetentionRate.uniqueLoginCount": { label: "Total Enrolled", unit: "count", polarity: "higher", definition: "Members with at least one login in the period, each counted once." },
  "returnRate.avgLoginUser": { label: "Avg Login/Member", unit: "decimal", polarity: "higher", definition: "Logins in the period divided by the members who logged in." },
  "returnRate.returnLogins2More": { label: ">2 Return Logins", unit: "count", polarity: "higher", definition: "Members with more than 2 return logins in the period." },
  "returnRate.uniqueReturnLogins": { label: "Unique Return Logins", unit: "count", polarity: "higher", definition: "Members with at least one return login in the period. A return login is any login after the member's first ever." },
  "unsubscribedDto.percent": { label: "% of Unsubscribed", unit: "percent", polarity: "lower", definition: "Unsubscribers as a share of the delivered messages sent in the period." },
  "unsubscribedDto.sum": { label: "Unsubscribers", unit: "count", polarity: "lower", definition: "Delivered messages, sent in the period, that led to an unsubscription." },
} as const satisfies Record<string, MetricInfo>;

/** A key of the table. */
export type MetricId = keyof typeof metrics;
