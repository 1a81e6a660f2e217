import type { MetricId } from "../../api/generated/metrics";

/**
 * The colour of a metric, as a position among the categorical colours: the same on every screen. What
 * is not listed takes the first.
 */
const COLOURS: Partial<Record<MetricId, number>> = {
  "enrollments.totalNewEnrolled": 0,
  "enrollments.totalEnrolled": 2,
  "logins.totalLogins": 0,
  "logins.uniqueLogins": 2,
  "programActiveRate.activeUsers": 5,
  "engagementRate.engagedUsers": 6,
  "partnerDto.redemptions": 0,
  "partnerDto.sales": 1,
  "partnerDto.savings": 2,
  "partnerDto.savingsPerUser": 3,
  "unsubscribedDto.sum": 3,
};

/** The colour position of a metric. */
export function metricColour(id: MetricId): number {
  return COLOURS[id] ?? 0;
}
