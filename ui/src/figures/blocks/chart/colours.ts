import type { MetricId } from "#texts/generated/metrics";

/**
 * The colour of a metric, as an index of the categorical colours: the same on every screen, and
 * distinct for metrics drawn side by side. Metrics not listed have the first.
 */
const COLOURS: Partial<Record<MetricId, number>> = {
  "enrollments.totalEnrolled": 2,
  "enrollments.eligible": 4,
  "programActiveRate.activeUsers": 5,
  "engagementRate.engagedUsers": 6,
  averageTenure: 4,
  "dormantRate.dormantUsers": 3,
  "dormantRate.percent": 1,
  "logins.uniqueLogins": 2,
  "groupMoves.movedDown": 3,
  "deliveryStatus.delivered": 2,
  "deliveryStatus.bounced": 3,
  "performanceDto.avgOpen": 4,
  "performanceDto.avgClick": 5,
  "unsubscribedDto.sum": 3,
  "linkDto.sum": 1,
  "visitors.pageViews": 2,
  "visitors.durations": 4,
  "partnerDto.sales": 1,
  "partnerDto.savings": 2,
  "partnerDto.savingsPerUser": 3,
  "offerDto.newOffers": 2,
  "totalInteractionDto.totalIntentToRedeem": 1,
  "uniqueInteractionDto.uniqueIntentToRedeem": 1,
  "memberUniqueInteractionDto.uniqueIntentToRedeem": 1,
};

/** The colour index of a metric; the first for a figure that is not a metric. */
export function metricColour(id: MetricId | null): number {
  return (id === null ? undefined : COLOURS[id]) ?? 0;
}
