// Generated from the declared screens by `make generate`. Do not edit.
import type { Figure, Screens, Shape } from "../../../generated/calls";
import type { MetricId, MetricInfo } from "../../en/generated/metrics";

/** The metrics that no card shows, by the first block and field that do. */
export const blockMetrics = {
  "RETURN_FREQUENCY_TABLE.logins1_3": { label: "1-3 inicios de sesión", unit: "count", polarity: "none", course: "flow" },
  "RETURN_FREQUENCY_TABLE.logins4_7": { label: "4-7 inicios de sesión", unit: "count", polarity: "none", course: "flow" },
  "RETURN_FREQUENCY_TABLE.logins8_10": { label: "8-10 inicios de sesión", unit: "count", polarity: "none", course: "flow" },
  "RETURN_FREQUENCY_TABLE.logins10": { label: ">10 inicios de sesión", unit: "count", polarity: "none", course: "flow" },
  "GROUP_MOVES_FLOW.value": { label: "Miembros el último día", unit: "count", polarity: "none", course: "flow" },
  "GROUP_MOVES_IN_AND_OUT_TABLE.before": { label: "Miembros el día anterior", unit: "count", polarity: "none", course: "flow" },
  "GROUP_MOVES_IN_AND_OUT_TABLE.joined": { label: "Nuevos", unit: "count", polarity: "none", course: "flow" },
  "GROUP_MOVES_IN_AND_OUT_TABLE.movedIn": { label: "Entraron", unit: "count", polarity: "none", course: "flow" },
  "GROUP_MOVES_IN_AND_OUT_TABLE.movedOut": { label: "Salieron", unit: "count", polarity: "none", course: "flow" },
  "PERFORMANCE_TABLE.uniqueOpens": { label: "Aperturas únicas", unit: "count", polarity: "higher", course: "flow" },
  "PERFORMANCE_TABLE.uniqueClicks": { label: "Clics únicos", unit: "count", polarity: "higher", course: "flow" },
  "CLICKED_LINKS.percent": { label: "% de clics", unit: "percent", polarity: "none", course: "rate" },
  "pollAnswers.percent": { label: "% de respuestas", unit: "percent", polarity: "none", course: "rate" },
} as const satisfies Record<string, MetricInfo>;

/** The id of a metric on a card, in trends or in a block. */
export type FigureId = MetricId | keyof typeof blockMetrics;

/** A figure of a block: its metric, and its label if the screen has another. */
export type FigureEntry = { readonly metric: FigureId; readonly label?: string };

/** What a block answers: its shape, and its figures in the order of its rows. */
export type BlockInfo<S extends Shape = Shape> = {
  readonly shape: S["shape"];
  readonly figures: Readonly<Record<Figure<S>, FigureEntry>>;
};

type Infos = { readonly [P in keyof Screens]: { readonly [B in keyof Screens[P]]: BlockInfo<Screens[P][B] & Shape> } };

/** By call and block id. */
export const screenBlocks: Infos = {
  "api/v1/dashboard/users/enrollments": {
    "ENROLLMENTS_TABLE": {
      shape: "table",
      figures: {
        "value": { metric: "enrollments.totalNewEnrolled" },
        "value2": { metric: "enrollments.totalEnrolled" },
      },
    },
    "NEW_ENROLLMENTS_BY_PERIOD": {
      shape: "byPeriod",
      figures: {
        "value": { metric: "enrollments.totalNewEnrolled" },
      },
    },
    "ENROLLMENTS_BY_PERIOD": {
      shape: "byPeriod",
      figures: {
        "value": { metric: "enrollments.totalEnrolled" },
      },
    },
    "ELIGIBLE_BY_PERIOD": {
      shape: "byPeriod",
      figures: {
        "value": { metric: "enrollments.eligible" },
      },
    },
    "ENROLLED_TIERS_BY_PERIOD": {
      shape: "series",
      figures: {
        "value": { metric: "enrollments.totalEnrolled" },
      },
    },
    "ELIGIBLE_TIERS_BY_PERIOD": {
      shape: "series",
      figures: {
        "value": { metric: "enrollments.eligible" },
      },
    },
    "NEW_ENROLLMENTS_BY_SOURCE": {
      shape: "bars",
      figures: {
        "value": { metric: "enrollments.totalNewEnrolled" },
      },
    },
  },
  "api/v1/dashboard/users/programActiveRate": {
    "ACTIVE_USERS_TABLE": {
      shape: "table",
      figures: {
        "activeUsers": { metric: "programActiveRate.activeUsers" },
        "enrolled": { metric: "enrollments.totalEnrolled", label: "Registrados" },
        "percent": { metric: "programActiveRate.percent", label: "%" },
      },
    },
    "ACTIVE_USERS_BY_PERIOD": {
      shape: "byPeriod",
      figures: {
        "activeUsers": { metric: "programActiveRate.activeUsers" },
      },
    },
  },
  "api/v1/dashboard/users/engagementRate": {
    "ENGAGED_USERS_TABLE": {
      shape: "table",
      figures: {
        "engagedUsers": { metric: "engagementRate.engagedUsers" },
        "enrolled": { metric: "enrollments.totalEnrolled", label: "Registrados" },
        "percent": { metric: "engagementRate.percent", label: "%" },
      },
    },
    "ENGAGED_USERS_BY_PERIOD": {
      shape: "byPeriod",
      figures: {
        "engagedUsers": { metric: "engagementRate.engagedUsers" },
      },
    },
  },
  "api/v1/dashboard/users/programRetentionRate": {
    "RETENTION_RATE_TABLE": {
      shape: "table",
      figures: {
        "percent": { metric: "programRetentionRate.percent", label: "Tasa de retención" },
        "value2": { metric: "enrollments.totalNewEnrolled" },
        "value": { metric: "logins.uniqueLogins", label: "Total de inscritos" },
        "base": { metric: "programRetentionRate.base" },
      },
    },
    "RETENTION_RATE_BY_PERIOD": {
      shape: "byPeriod",
      figures: {
        "percent": { metric: "programRetentionRate.percent", label: "Tasa de retención" },
      },
    },
  },
  "api/v1/dashboard/users/dormantRate": {
    "DORMANT_RATE_TABLE": {
      shape: "table",
      figures: {
        "dormantUsers": { metric: "dormantRate.dormantUsers" },
        "enrolledUsers": { metric: "enrollments.totalEnrolled", label: "Registrados" },
        "percent": { metric: "dormantRate.percent", label: "%" },
      },
    },
    "DORMANT_USERS_BY_PERIOD": {
      shape: "byPeriod",
      figures: {
        "dormantUsers": { metric: "dormantRate.dormantUsers" },
      },
    },
    "DORMANT_RATE_BY_PERIOD": {
      shape: "byPeriod",
      figures: {
        "percent": { metric: "dormantRate.percent" },
      },
    },
    "DORMANT_USERS_BY_AUDIENCE": {
      shape: "groups",
      figures: {
        "value": { metric: "dormantRate.dormantUsers" },
      },
    },
    "DORMANT_RATE_BY_AUDIENCE": {
      shape: "groups",
      figures: {
        "value": { metric: "dormantRate.percent" },
      },
    },
  },
  "api/v1/dashboard/users/logins": {
    "LOGINS_BY_PERIOD": {
      shape: "byPeriod",
      figures: {
        "total": { metric: "logins.totalLogins" },
      },
    },
    "UNIQUE_LOGINS_BY_PERIOD": {
      shape: "byPeriod",
      figures: {
        "unique": { metric: "logins.uniqueLogins" },
      },
    },
    "LOGINS_TABLE": {
      shape: "table",
      figures: {
        "total": { metric: "logins.totalLogins" },
        "unique": { metric: "logins.uniqueLogins" },
      },
    },
  },
  "api/v1/dashboard/users/returnRateFrequency": {
    "RETURN_LOGINS_TABLE": {
      shape: "table",
      figures: {
        "uniqueReturnLogins": { metric: "returnRate.uniqueReturnLogins" },
        "avgLogins": { metric: "returnRate.avgLoginUser", label: "Inicios de sesión por miembro" },
      },
    },
    "RETURN_FREQUENCY_TABLE": {
      shape: "table",
      figures: {
        "logins1_3": { metric: "RETURN_FREQUENCY_TABLE.logins1_3" },
        "logins4_7": { metric: "RETURN_FREQUENCY_TABLE.logins4_7" },
        "logins8_10": { metric: "RETURN_FREQUENCY_TABLE.logins8_10" },
        "logins10": { metric: "RETURN_FREQUENCY_TABLE.logins10" },
      },
    },
  },
  "api/v1/dashboard/users/averageTenure": {
    "AVERAGE_TENURE_TABLE": {
      shape: "table",
      figures: {
        "percent": { metric: "averageTenure", label: "Antigüedad media (meses)" },
      },
    },
    "AVERAGE_TENURE_BY_PERIOD": {
      shape: "byPeriod",
      figures: {
        "percent": { metric: "averageTenure", label: "Antigüedad media (meses)" },
      },
    },
  },
  "api/v1/dashboard/users/groupMoves": {
    "GROUP_MOVES_FLOW": {
      shape: "flow",
      figures: {
        "value": { metric: "GROUP_MOVES_FLOW.value" },
      },
    },
    "GROUP_MOVES_IN_AND_OUT_TABLE": {
      shape: "table",
      figures: {
        "before": { metric: "GROUP_MOVES_IN_AND_OUT_TABLE.before" },
        "joined": { metric: "GROUP_MOVES_IN_AND_OUT_TABLE.joined" },
        "movedIn": { metric: "GROUP_MOVES_IN_AND_OUT_TABLE.movedIn" },
        "movedOut": { metric: "GROUP_MOVES_IN_AND_OUT_TABLE.movedOut" },
        "after": { metric: "GROUP_MOVES_FLOW.value" },
      },
    },
    "GROUP_MOVES_TABLE": {
      shape: "table",
      figures: {
        "before": { metric: "GROUP_MOVES_IN_AND_OUT_TABLE.before" },
        "movedUp": { metric: "groupMoves.movedUp" },
        "movedDown": { metric: "groupMoves.movedDown" },
        "stayed": { metric: "groupMoves.stayed" },
      },
    },
    "GROUP_MOVES_BY_PERIOD": {
      shape: "byPeriod",
      figures: {
        "movedUp": { metric: "groupMoves.movedUp" },
        "movedDown": { metric: "groupMoves.movedDown" },
      },
    },
  },
  "api/v1/content/dashboard/articles": {
    "ARTICLE_VISITS_BY_AUDIENCE_TABLE": {
      shape: "table",
      figures: {
        "value": { metric: "article.views", label: "Visitas" },
      },
    },
    "ARTICLE_VISITS_BY_CATEGORY": {
      shape: "list",
      figures: {
        "visits": { metric: "article.views", label: "Visitas" },
      },
    },
    "ARTICLES_VISITED": {
      shape: "list",
      figures: {
        "visits": { metric: "article.views", label: "Visitas" },
      },
    },
  },
  "api/v1/content/dashboard/sharesAndPrints": {
    "SHARES": {
      shape: "list",
      figures: {
        "count": { metric: "shares.shares", label: "Clics en compartir" },
      },
    },
    "PRINTS": {
      shape: "list",
      figures: {
        "count": { metric: "shares.prints" },
      },
    },
  },
  "api/v1/emails/dashboard/deliveryStatus": {
    "DELIVERY_STATUS_TABLE": {
      shape: "table",
      figures: {
        "sent": { metric: "deliveryStatus.sent" },
        "delivered": { metric: "deliveryStatus.delivered" },
        "bounced": { metric: "deliveryStatus.bounced" },
      },
    },
    "DELIVERY_STATUS_BY_PERIOD": {
      shape: "byPeriod",
      figures: {
        "sent": { metric: "deliveryStatus.sent" },
        "delivered": { metric: "deliveryStatus.delivered" },
        "bounced": { metric: "deliveryStatus.bounced" },
      },
    },
    "DELIVERY_STATUS_BY_CAMPAIGN_TABLE": {
      shape: "list",
      figures: {
        "sent": { metric: "deliveryStatus.sent" },
        "delivered": { metric: "deliveryStatus.delivered" },
        "bounced": { metric: "deliveryStatus.bounced" },
      },
    },
  },
  "api/v1/emails/dashboard/performance": {
    "PERFORMANCE_TABLE": {
      shape: "table",
      figures: {
        "uniqueOpens": { metric: "PERFORMANCE_TABLE.uniqueOpens" },
        "avgOpen": { metric: "performanceDto.avgOpen" },
        "uniqueClicks": { metric: "PERFORMANCE_TABLE.uniqueClicks" },
        "avgClick": { metric: "performanceDto.avgClick" },
        "totalDelivered": { metric: "deliveryStatus.delivered", label: "Entregados con éxito" },
      },
    },
    "PERFORMANCE_BY_PERIOD": {
      shape: "byPeriod",
      figures: {
        "uniqueOpens": { metric: "PERFORMANCE_TABLE.uniqueOpens" },
        "uniqueClicks": { metric: "PERFORMANCE_TABLE.uniqueClicks" },
      },
    },
    "PERFORMANCE_BY_PERIOD_AVERAGE": {
      shape: "byPeriod",
      figures: {
        "avgOpen": { metric: "performanceDto.avgOpen" },
        "avgClick": { metric: "performanceDto.avgClick" },
      },
    },
    "PERFORMANCE_BY_CAMPAIGN_TABLE": {
      shape: "list",
      figures: {
        "uniqueOpens": { metric: "PERFORMANCE_TABLE.uniqueOpens" },
        "avgOpen": { metric: "performanceDto.avgOpen" },
        "uniqueClicks": { metric: "PERFORMANCE_TABLE.uniqueClicks" },
        "avgClick": { metric: "performanceDto.avgClick" },
        "totalDelivered": { metric: "deliveryStatus.delivered", label: "Entregados con éxito" },
      },
    },
  },
  "api/v1/emails/dashboard/enroll": {
    "ENROLL_TABLE": {
      shape: "table",
      figures: {
        "enrollments": { metric: "enrollDto.enrollments" },
        "delivered": { metric: "deliveryStatus.delivered" },
        "percent": { metric: "enrollDto.percent", label: "%" },
      },
    },
    "ENROLL_BY_PERIOD": {
      shape: "byPeriod",
      figures: {
        "enrollments": { metric: "enrollDto.enrollments" },
      },
    },
    "ENROLL_BY_CAMPAIGN_TABLE": {
      shape: "list",
      figures: {
        "totalDelivered": { metric: "deliveryStatus.delivered", label: "Entregados con éxito" },
        "enroll": { metric: "enrollDto.enrollments" },
        "percent": { metric: "enrollDto.percent", label: "%" },
      },
    },
  },
  "api/v1/emails/dashboard/unsubscribed": {
    "UNSUBSCRIBED_TABLE": {
      shape: "table",
      figures: {
        "sum": { metric: "unsubscribedDto.sum", label: "Bajas" },
        "delivered": { metric: "deliveryStatus.delivered" },
        "percent": { metric: "unsubscribedDto.percent" },
      },
    },
    "UNSUBSCRIBED_BY_PERIOD": {
      shape: "byPeriod",
      figures: {
        "sum": { metric: "unsubscribedDto.sum" },
      },
    },
    "UNSUBSCRIBED_BY_CAMPAIGN_TABLE": {
      shape: "list",
      figures: {
        "totalDelivered": { metric: "deliveryStatus.delivered", label: "Entregados con éxito" },
        "unsubscribed": { metric: "unsubscribedDto.sum", label: "Bajas" },
        "percent": { metric: "unsubscribedDto.percent", label: "Tasa de bajas %" },
      },
    },
  },
  "api/v1/emails/dashboard/linksClicked": {
    "CLICKS_TABLE": {
      shape: "table",
      figures: {
        "value": { metric: "linkDto.sum", label: "Clics" },
      },
    },
    "CLICKS_BY_PERIOD": {
      shape: "byPeriod",
      figures: {
        "value": { metric: "linkDto.sum", label: "Clics" },
      },
    },
    "CLICKED_LINKS": {
      shape: "list",
      figures: {
        "total": { metric: "linkDto.sum", label: "Total de clics" },
        "percent": { metric: "CLICKED_LINKS.percent", label: "%" },
      },
    },
  },
  "api/v1/website/dashboard/siteVisitors": {
    "VISITORS_BY_PERIOD": {
      shape: "months",
      figures: {
        "sessions": { metric: "visitors.sessions" },
        "pageViews": { metric: "visitors.pageViews" },
        "durations": { metric: "visitors.durations" },
      },
    },
  },
  "api/v1/website/dashboard/sourceOfTraffic": {
    "names": {
      shape: "column",
      figures: {},
    },
    "sessions": {
      shape: "column",
      figures: {
        "sessions": { metric: "visitors.sessions" },
      },
    },
    "pageviews": {
      shape: "column",
      figures: {
        "pageviews": { metric: "visitors.pageViews" },
      },
    },
  },
  "api/v1/website/dashboard/onSiteSearches": {
    "searchDto": {
      shape: "card",
      figures: {
        "count": { metric: "searchDto.count" },
      },
    },
    "searchTerms": {
      shape: "pairs",
      figures: {
        "count": { metric: "searchDto.count" },
      },
    },
  },
  "api/v1/website/dashboard/platforms": {
    "DeviceCategory": {
      shape: "slices",
      figures: {
        "sessions": { metric: "visitors.sessions" },
      },
    },
    "Browser": {
      shape: "slices",
      figures: {
        "sessions": { metric: "visitors.sessions" },
      },
    },
    "OperatingSystem": {
      shape: "slices",
      figures: {
        "sessions": { metric: "visitors.sessions" },
      },
    },
    "ScreenResolution": {
      shape: "slices",
      figures: {
        "sessions": { metric: "visitors.sessions" },
      },
    },
  },
  "api/v1/offer/dashboard/partners": {
    "BY_PERIOD": {
      shape: "byPeriod",
      figures: {
        "redemptions": { metric: "partnerDto.redemptions" },
        "sales": { metric: "partnerDto.sales" },
        "savings": { metric: "partnerDto.savings" },
        "savingsPerUser": { metric: "partnerDto.savingsPerUser" },
      },
    },
    "PARTNERS": {
      shape: "list",
      figures: {
        "redemptions": { metric: "partnerDto.redemptions" },
        "sales": { metric: "partnerDto.sales" },
        "savings": { metric: "partnerDto.savings" },
        "savingsPerUser": { metric: "partnerDto.savingsPerUser" },
      },
    },
  },
  "api/v1/offer/dashboard/offers": {
    "CATEGORIES": {
      shape: "list",
      figures: {
        "totalActiveOffers": { metric: "offerDto.totalActiveOffers" },
        "newOffers": { metric: "offerDto.newOffers" },
        "offBoarded": { metric: "offerDto.offBoarded" },
      },
    },
    "OFFERS_BY_PERIOD": {
      shape: "byPeriodTotals",
      figures: {
        "totalActiveOffers": { metric: "offerDto.totalActiveOffers" },
        "newOffers": { metric: "offerDto.newOffers" },
      },
    },
    "OFFERS_TABLE": {
      shape: "lists",
      figures: {},
    },
  },
  "api/v1/offer/dashboard/totalInteraction": {
    "OFFERS_BY_AUDIENCE_TABLE": {
      shape: "table",
      figures: {
        "totalViews": { metric: "totalInteractionDto.totalViews", label: "Total de visitas" },
        "totalIntentToRedeem": { metric: "totalInteractionDto.totalIntentToRedeem" },
      },
    },
    "VISITS_BY_PERIOD": {
      shape: "byPeriod",
      figures: {
        "totalViews": { metric: "totalInteractionDto.totalViews", label: "Total de visitas" },
        "totalIntentToRedeem": { metric: "totalInteractionDto.totalIntentToRedeem" },
      },
    },
    "CATEGORIES": {
      shape: "list",
      figures: {
        "totalViews": { metric: "totalInteractionDto.totalViews", label: "Total de visitas" },
        "totalIntentToRedeem": { metric: "totalInteractionDto.totalIntentToRedeem" },
      },
    },
    "OFFERS": {
      shape: "list",
      figures: {
        "totalViews": { metric: "totalInteractionDto.totalViews", label: "Total de visitas" },
        "totalIntentToRedeem": { metric: "totalInteractionDto.totalIntentToRedeem" },
      },
    },
  },
  "api/v1/offer/dashboard/uniqueInteraction": {
    "OFFERS_BY_AUDIENCE_TABLE": {
      shape: "table",
      figures: {
        "uniqueViews": { metric: "uniqueInteractionDto.uniqueViews", label: "Visitas únicas" },
        "uniqueIntentToRedeem": { metric: "uniqueInteractionDto.uniqueIntentToRedeem" },
        "percent": { metric: "uniqueInteractionDto.percent", label: "Tasa de canje" },
      },
    },
    "VISITS_BY_PERIOD": {
      shape: "byPeriod",
      figures: {
        "uniqueViews": { metric: "uniqueInteractionDto.uniqueViews", label: "Visitas únicas" },
        "uniqueIntentToRedeem": { metric: "uniqueInteractionDto.uniqueIntentToRedeem" },
      },
    },
    "CATEGORIES": {
      shape: "list",
      figures: {
        "uniqueViews": { metric: "uniqueInteractionDto.uniqueViews", label: "Visitas únicas" },
        "uniqueIntentToRedeem": { metric: "uniqueInteractionDto.uniqueIntentToRedeem" },
        "percent": { metric: "uniqueInteractionDto.percent", label: "Tasa de canje" },
      },
    },
    "OFFERS": {
      shape: "list",
      figures: {
        "uniqueViews": { metric: "uniqueInteractionDto.uniqueViews", label: "Visitas únicas" },
        "uniqueIntentToRedeem": { metric: "uniqueInteractionDto.uniqueIntentToRedeem" },
        "percent": { metric: "uniqueInteractionDto.percent", label: "Tasa de canje" },
      },
    },
  },
  "api/v1/offer/dashboard/memberUniqueInteraction": {
    "OFFERS_BY_AUDIENCE_TABLE": {
      shape: "table",
      figures: {
        "uniqueViews": { metric: "memberUniqueInteractionDto.uniqueViews" },
        "uniqueIntentToRedeem": { metric: "memberUniqueInteractionDto.uniqueIntentToRedeem" },
      },
    },
    "VISITS_BY_PERIOD": {
      shape: "byPeriod",
      figures: {
        "uniqueViews": { metric: "memberUniqueInteractionDto.uniqueViews" },
        "uniqueIntentToRedeem": { metric: "memberUniqueInteractionDto.uniqueIntentToRedeem" },
      },
    },
  },
  "api/v1/content/dashboard/polls/breakdown": {
    "pollAnswers": {
      shape: "list",
      figures: {
        "answerCount": { metric: "pollDto.answers" },
        "percent": { metric: "pollAnswers.percent", label: "%" },
      },
    },
    "POLL_ANSWERS_BY_AUDIENCE_TABLE": {
      shape: "pollTable",
      figures: {
        "value": { metric: "pollDto.answers" },
      },
    },
  },
};
