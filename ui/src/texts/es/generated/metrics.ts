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
  "article.amount": { label: "Artículos", unit: "count", polarity: "higher", course: "flow" },
  "article.views": { label: "Visualizaciones", unit: "count", polarity: "higher", course: "flow" },
  "averageTenure": { label: "Antigüedad media del programa", unit: "months", polarity: "higher", course: "level" },
  "deliveryStatus.bounced": { label: "Rebotados", unit: "count", polarity: "lower", course: "flow" },
  "deliveryStatus.campaigns": { label: "Campañas", unit: "count", polarity: "higher", course: "flow" },
  "deliveryStatus.delivered": { label: "Entregados", unit: "count", polarity: "higher", course: "flow" },
  "deliveryStatus.sent": { label: "Enviados", unit: "count", polarity: "higher", course: "flow" },
  "dormantRate.dormantUsers": { label: "Miembros inactivos", unit: "count", polarity: "lower", course: "level" },
  "dormantRate.percent": { label: "Tasa de inactividad", unit: "percent", polarity: "lower", course: "level" },
  "engagementRate.engagedUsers": { label: "Miembros comprometidos", unit: "count", polarity: "higher", course: "flow" },
  "engagementRate.percent": { label: "Tasa de compromiso del programa", unit: "percent", polarity: "higher", course: "growing" },
  "enrollDto.enrollments": { label: "Registros", unit: "count", polarity: "higher", course: "flow" },
  "enrollDto.percent": { label: "Registros %", unit: "percent", polarity: "higher", course: "rate" },
  "enrollments.eligible": { label: "Miembros elegibles", unit: "count", polarity: "higher", course: "level" },
  "enrollments.initiationRate": { label: "Tasa de incorporación", unit: "percent", polarity: "higher", course: "level" },
  "enrollments.totalEnrolled": { label: "Total de registrados", unit: "count", polarity: "higher", course: "level" },
  "enrollments.totalNewEnrolled": { label: "Total de nuevos registrados", unit: "count", polarity: "higher", course: "flow" },
  "groupMoves.movedDown": { label: "Bajaron", unit: "count", polarity: "lower", course: "flow" },
  "groupMoves.movedUp": { label: "Subieron", unit: "count", polarity: "higher", course: "flow" },
  "groupMoves.stayed": { label: "Siguen en su nivel", unit: "percent", polarity: "none", course: "rate" },
  "linkDto.sum": { label: "Clics en enlaces", unit: "count", polarity: "higher", course: "flow" },
  "logins.totalLogins": { label: "Total de inicios de sesión", unit: "count", polarity: "higher", course: "flow" },
  "logins.uniqueLogins": { label: "Inicios de sesión únicos", unit: "count", polarity: "higher", course: "flow" },
  "memberUniqueInteractionDto.uniqueIntentToRedeem": { label: "Miembros con clic de canje", unit: "count", polarity: "higher", course: "flow" },
  "memberUniqueInteractionDto.uniqueViews": { label: "Miembros con visualización", unit: "count", polarity: "higher", course: "flow" },
  "newReturnVisitors.news": { label: "Visitantes nuevos", unit: "count", polarity: "higher", course: "flow" },
  "newReturnVisitors.returns": { label: "Visitantes recurrentes", unit: "count", polarity: "higher", course: "flow" },
  "offerDto.newOffers": { label: "Ofertas nuevas", unit: "count", polarity: "higher", course: "flow" },
  "offerDto.offBoarded": { label: "Ofertas retiradas", unit: "count", polarity: "lower", course: "flow" },
  "offerDto.totalActiveOffers": { label: "Total de ofertas activas", unit: "count", polarity: "higher", course: "flow" },
  "partnerDto.redemptions": { label: "Canjes", unit: "count", polarity: "higher", course: "flow" },
  "partnerDto.sales": { label: "Ventas", unit: "money", polarity: "higher", course: "flow" },
  "partnerDto.savings": { label: "Ahorro", unit: "money", polarity: "higher", course: "flow" },
  "partnerDto.savingsPerUser": { label: "Ahorro por miembro", unit: "money", polarity: "higher", course: "rate" },
  "performanceDto.avgClick": { label: "Clics % (media)", unit: "percent", polarity: "higher", course: "rate" },
  "performanceDto.avgOpen": { label: "Aperturas % (media)", unit: "percent", polarity: "higher", course: "rate" },
  "pollDto.answers": { label: "Respuestas", unit: "count", polarity: "higher", course: "flow" },
  "pollDto.polls": { label: "Encuestas", unit: "count", polarity: "higher", course: "flow" },
  "programActiveRate.activeUsers": { label: "Miembros activos", unit: "count", polarity: "higher", course: "flow" },
  "programActiveRate.percent": { label: "Tasa de actividad del programa", unit: "percent", polarity: "higher", course: "growing" },
  "programRetentionRate.base": { label: "Registrados antes", unit: "count", polarity: "higher", course: "rate" },
  "programRetentionRate.newEnrollments": { label: "Total de nuevos registrados", unit: "count", polarity: "higher", course: "flow" },
  "programRetentionRate.percent": { label: "Tasa de retención del programa", unit: "percent", polarity: "higher", course: "growing" },
  "programRetentionRate.uniqueLoginCount": { label: "Total de inscritos", unit: "count", polarity: "higher", course: "flow" },
  "returnRate.avgLoginUser": { label: "Inicios de sesión por miembro", unit: "decimal", polarity: "higher", course: "rate" },
  "returnRate.returnLogins2More": { label: ">2 inicios recurrentes", unit: "count", polarity: "higher", course: "flow" },
  "returnRate.uniqueReturnLogins": { label: "Inicios recurrentes únicos", unit: "count", polarity: "higher", course: "flow" },
  "satisfaction.answers": { label: "Respuestas", unit: "count", polarity: "higher", course: "flow" },
  "satisfaction.percent": { label: "CSAT", unit: "percent", polarity: "higher", course: "rate" },
  "searchDto.count": { label: "Total de búsquedas", unit: "count", polarity: "higher", course: "flow" },
  "shares.prints": { label: "Impresas", unit: "count", polarity: "higher", course: "flow" },
  "shares.shares": { label: "Compartidas", unit: "count", polarity: "higher", course: "flow" },
  "sourceOfTraffic.direct": { label: "Directo", unit: "count", polarity: "higher", course: "flow" },
  "sourceOfTraffic.emails": { label: "Correo", unit: "count", polarity: "higher", course: "flow" },
  "sourceOfTraffic.searches": { label: "Búsqueda orgánica", unit: "count", polarity: "higher", course: "flow" },
  "totalInteractionDto.totalIntentToRedeem": { label: "Total de clics de canje", unit: "count", polarity: "higher", course: "flow" },
  "totalInteractionDto.totalViews": { label: "Total de visualizaciones", unit: "count", polarity: "higher", course: "flow" },
  "uniqueInteractionDto.percent": { label: "Tasa de intención de canje", unit: "percent", polarity: "higher", course: "rate" },
  "uniqueInteractionDto.uniqueIntentToRedeem": { label: "Clics de canje únicos", unit: "count", polarity: "higher", course: "flow" },
  "uniqueInteractionDto.uniqueViews": { label: "Visualizaciones únicas", unit: "count", polarity: "higher", course: "flow" },
  "unsubscribedDto.percent": { label: "% de bajas", unit: "percent", polarity: "lower", course: "rate" },
  "unsubscribedDto.sum": { label: "Bajas", unit: "count", polarity: "lower", course: "flow" },
  "visitors.durations": { label: "Duración media de la sesión", unit: "seconds", polarity: "higher", course: "rate" },
  "visitors.pageViews": { label: "Páginas vistas", unit: "count", polarity: "higher", course: "flow" },
  "visitors.sessions": { label: "Sesiones de los miembros", unit: "count", polarity: "higher", course: "flow" },
} as const satisfies Record<string, MetricInfo>;

/** The id of a metric on a card or in trends. */
export type MetricId = keyof typeof metrics;
