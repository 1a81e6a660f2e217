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
  "article.amount": { label: "Artikel", unit: "count", polarity: "higher", course: "flow" },
  "article.views": { label: "Aufrufe", unit: "count", polarity: "higher", course: "flow" },
  "averageTenure": { label: "Ø Mitgliedsdauer", unit: "months", polarity: "higher", course: "level" },
  "deliveryStatus.bounced": { label: "Unzustellbar", unit: "count", polarity: "lower", course: "flow" },
  "deliveryStatus.campaigns": { label: "Kampagnen", unit: "count", polarity: "higher", course: "flow" },
  "deliveryStatus.delivered": { label: "Zugestellt", unit: "count", polarity: "higher", course: "flow" },
  "deliveryStatus.sent": { label: "Gesendet", unit: "count", polarity: "higher", course: "flow" },
  "dormantRate.dormantUsers": { label: "Inaktive Mitglieder", unit: "count", polarity: "lower", course: "level" },
  "dormantRate.percent": { label: "Inaktivenquote", unit: "percent", polarity: "lower", course: "level" },
  "engagementRate.engagedUsers": { label: "Engagierte Mitglieder", unit: "count", polarity: "higher", course: "flow" },
  "engagementRate.percent": { label: "Engagement-Quote", unit: "percent", polarity: "higher", course: "growing" },
  "enrollDto.enrollments": { label: "Registrierungen", unit: "count", polarity: "higher", course: "flow" },
  "enrollDto.percent": { label: "Registrierungen %", unit: "percent", polarity: "higher", course: "rate" },
  "enrollments.eligible": { label: "Berechtigte Mitglieder", unit: "count", polarity: "higher", course: "level" },
  "enrollments.initiationRate": { label: "Beitrittsquote", unit: "percent", polarity: "higher", course: "level" },
  "enrollments.totalEnrolled": { label: "Registriert gesamt", unit: "count", polarity: "higher", course: "level" },
  "enrollments.totalNewEnrolled": { label: "Neu registriert gesamt", unit: "count", polarity: "higher", course: "flow" },
  "groupMoves.movedDown": { label: "Abgestiegen", unit: "count", polarity: "lower", course: "flow" },
  "groupMoves.movedUp": { label: "Aufgestiegen", unit: "count", polarity: "higher", course: "flow" },
  "groupMoves.stayed": { label: "In ihrer Stufe geblieben", unit: "percent", polarity: "none", course: "rate" },
  "linkDto.sum": { label: "Angeklickte Links", unit: "count", polarity: "higher", course: "flow" },
  "logins.totalLogins": { label: "Logins gesamt", unit: "count", polarity: "higher", course: "flow" },
  "logins.uniqueLogins": { label: "Eindeutige Logins", unit: "count", polarity: "higher", course: "flow" },
  "memberUniqueInteractionDto.uniqueIntentToRedeem": { label: "Mitglieder mit Einlöseklick", unit: "count", polarity: "higher", course: "flow" },
  "memberUniqueInteractionDto.uniqueViews": { label: "Mitglieder mit Aufruf", unit: "count", polarity: "higher", course: "flow" },
  "newReturnVisitors.news": { label: "Neue Besucher", unit: "count", polarity: "higher", course: "flow" },
  "newReturnVisitors.returns": { label: "Wiederkehrende Besucher", unit: "count", polarity: "higher", course: "flow" },
  "offerDto.newOffers": { label: "Neue Angebote", unit: "count", polarity: "higher", course: "flow" },
  "offerDto.offBoarded": { label: "Beendete Angebote", unit: "count", polarity: "lower", course: "flow" },
  "offerDto.totalActiveOffers": { label: "Aktive Angebote gesamt", unit: "count", polarity: "higher", course: "flow" },
  "partnerDto.redemptions": { label: "Einlösungen", unit: "count", polarity: "higher", course: "flow" },
  "partnerDto.sales": { label: "Umsatz", unit: "money", polarity: "higher", course: "flow" },
  "partnerDto.savings": { label: "Ersparnis", unit: "money", polarity: "higher", course: "flow" },
  "partnerDto.savingsPerUser": { label: "Ersparnis je Mitglied", unit: "money", polarity: "higher", course: "rate" },
  "performanceDto.avgClick": { label: "Ø Klicks %", unit: "percent", polarity: "higher", course: "rate" },
  "performanceDto.avgOpen": { label: "Ø Öffnungen %", unit: "percent", polarity: "higher", course: "rate" },
  "pollDto.answers": { label: "Antworten", unit: "count", polarity: "higher", course: "flow" },
  "pollDto.polls": { label: "Umfragen", unit: "count", polarity: "higher", course: "flow" },
  "programActiveRate.activeUsers": { label: "Aktive Mitglieder", unit: "count", polarity: "higher", course: "flow" },
  "programActiveRate.percent": { label: "Aktivenquote", unit: "percent", polarity: "higher", course: "growing" },
  "programRetentionRate.base": { label: "Zuvor registriert", unit: "count", polarity: "higher", course: "rate" },
  "programRetentionRate.newEnrollments": { label: "Neu registriert gesamt", unit: "count", polarity: "higher", course: "flow" },
  "programRetentionRate.percent": { label: "Bindungsquote", unit: "percent", polarity: "higher", course: "growing" },
  "programRetentionRate.uniqueLoginCount": { label: "Eingeschrieben gesamt", unit: "count", polarity: "higher", course: "flow" },
  "returnRate.avgLoginUser": { label: "Ø Logins/Mitglied", unit: "decimal", polarity: "higher", course: "rate" },
  "returnRate.returnLogins2More": { label: ">2 wiederkehrende Logins", unit: "count", polarity: "higher", course: "flow" },
  "returnRate.uniqueReturnLogins": { label: "Eindeutige wiederkehrende Logins", unit: "count", polarity: "higher", course: "flow" },
  "satisfaction.answers": { label: "Antworten", unit: "count", polarity: "higher", course: "flow" },
  "satisfaction.percent": { label: "CSAT", unit: "percent", polarity: "higher", course: "rate" },
  "searchDto.count": { label: "Suchen gesamt", unit: "count", polarity: "higher", course: "flow" },
  "shares.prints": { label: "Gedruckt", unit: "count", polarity: "higher", course: "flow" },
  "shares.shares": { label: "Geteilt", unit: "count", polarity: "higher", course: "flow" },
  "sourceOfTraffic.direct": { label: "Direkt", unit: "count", polarity: "higher", course: "flow" },
  "sourceOfTraffic.emails": { label: "E-Mail", unit: "count", polarity: "higher", course: "flow" },
  "sourceOfTraffic.searches": { label: "Organische Suche", unit: "count", polarity: "higher", course: "flow" },
  "totalInteractionDto.totalIntentToRedeem": { label: "Einlöseklicks gesamt", unit: "count", polarity: "higher", course: "flow" },
  "totalInteractionDto.totalViews": { label: "Aufrufe gesamt", unit: "count", polarity: "higher", course: "flow" },
  "uniqueInteractionDto.percent": { label: "Quote der Einlöseabsicht", unit: "percent", polarity: "higher", course: "rate" },
  "uniqueInteractionDto.uniqueIntentToRedeem": { label: "Eindeutige Einlöseklicks", unit: "count", polarity: "higher", course: "flow" },
  "uniqueInteractionDto.uniqueViews": { label: "Eindeutige Aufrufe", unit: "count", polarity: "higher", course: "flow" },
  "unsubscribedDto.percent": { label: "% Abgemeldete", unit: "percent", polarity: "lower", course: "rate" },
  "unsubscribedDto.sum": { label: "Abmeldungen", unit: "count", polarity: "lower", course: "flow" },
  "visitors.durations": { label: "Ø Sitzungsdauer", unit: "seconds", polarity: "higher", course: "rate" },
  "visitors.pageViews": { label: "Seitenaufrufe", unit: "count", polarity: "higher", course: "flow" },
  "visitors.sessions": { label: "Sitzungen der Mitglieder", unit: "count", polarity: "higher", course: "flow" },
} as const satisfies Record<string, MetricInfo>;

/** The id of a metric on a card or in trends. */
export type MetricId = keyof typeof metrics;
