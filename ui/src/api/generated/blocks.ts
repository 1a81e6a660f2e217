// Generated from the declared screens by `make generate`. Do not edit.
import type { MetricId } from "./metrics";
import type { Polarity, Unit } from "./wire";

/** A figure of a block: its name in the answer, and what the page says of it. */
export type FieldInfo = {
  readonly field: string;
  readonly label: string;
  readonly unit: Unit;
  readonly polarity: Polarity;
  readonly definition: string;
  /** The figure of a card that is the same, where there is one. */
  readonly metric: MetricId | null;
};

/** What a block answers: figures, and the texts beside them in its rows. */
export type BlockInfo = { readonly fields: readonly FieldInfo[]; readonly attributes: readonly string[] };

/** By call and block id. */
export const screenBlocks: Readonly<Record<string, Readonly<Record<string, BlockInfo>>>> = {
  "api/v1/dashboard/users/enrollments": {
    "ENROLLMENTS_TABLE": {
      attributes: [],
      fields: [
        { field: "value", label: "Total New Registered", unit: "count", polarity: "higher", metric: "enrollments.totalNewEnrolled", definition: "Members whose first login is in the period." },
        { field: "value2", label: "Total Registered", unit: "count", polarity: "higher", metric: "enrollments.totalEnrolled", definition: "Members whose first login is on or before the last day of the period. Registered means logged in at least once." },
      ],
    },
    "NEW_ENROLLMENTS_BY_PERIOD": {
      attributes: [],
      fields: [
        { field: "value", label: "Total New Registered", unit: "count", polarity: "higher", metric: "enrollments.totalNewEnrolled", definition: "Members whose first login is in the period." },
      ],
    },
    "ENROLLMENTS_BY_PERIOD": {
      attributes: [],
      fields: [
        { field: "value", label: "Total Registered", unit: "count", polarity: "higher", metric: "enrollments.totalEnrolled", definition: "Members whose first login is on or before the last day of the period. Registered means logged in at least once." },
      ],
    },
    "ELIGIBLE_BY_PERIOD": {
      attributes: [],
      fields: [
        { field: "value", label: "Eligible Members", unit: "count", polarity: "higher", metric: "enrollments.eligible", definition: "Members who were eligible, or had registered, by the last day of the period." },
      ],
    },
    "ENROLLED_TIERS_BY_PERIOD": {
      attributes: [],
      fields: [
        { field: "value", label: "Total Registered", unit: "count", polarity: "higher", metric: "enrollments.totalEnrolled", definition: "Members whose first login is on or before the last day of the period. Registered means logged in at least once." },
      ],
    },
    "ELIGIBLE_TIERS_BY_PERIOD": {
      attributes: [],
      fields: [
        { field: "value", label: "Eligible Members", unit: "count", polarity: "higher", metric: "enrollments.eligible", definition: "Members who were eligible, or had registered, by the last day of the period." },
      ],
    },
    "NEW_ENROLLMENTS_BY_SOURCE": {
      attributes: ["name"],
      fields: [
        { field: "value", label: "Total New Registered", unit: "count", polarity: "higher", metric: "enrollments.totalNewEnrolled", definition: "Members whose first login is in the period." },
      ],
    },
  },
  "api/v1/dashboard/users/programActiveRate": {
    "ACTIVE_USERS_TABLE": {
      attributes: [],
      fields: [
        { field: "activeUsers", label: "Active Members", unit: "count", polarity: "higher", metric: "programActiveRate.activeUsers", definition: "Members with at least 2 qualifying sessions in the period. A session qualifies with at least one redeem click or at least two offer views." },
        { field: "enrolled", label: "Registered", unit: "count", polarity: "higher", metric: "enrollments.totalEnrolled", definition: "Members whose first login is on or before the last day of the period. Registered means logged in at least once." },
        { field: "percent", label: "%", unit: "percent", polarity: "higher", metric: "programActiveRate.percent", definition: "Active members as a share of the members registered by the last day of the period." },
      ],
    },
    "ACTIVE_USERS_BY_PERIOD": {
      attributes: [],
      fields: [
        { field: "activeUsers", label: "Active Members", unit: "count", polarity: "higher", metric: "programActiveRate.activeUsers", definition: "Members with at least 2 qualifying sessions in the period. A session qualifies with at least one redeem click or at least two offer views." },
      ],
    },
  },
  "api/v1/dashboard/users/engagementRate": {
    "ENGAGED_USERS_TABLE": {
      attributes: [],
      fields: [
        { field: "engagedUsers", label: "Engaged Members", unit: "count", polarity: "higher", metric: "engagementRate.engagedUsers", definition: "Members with at least 3 qualifying sessions in the period. A session qualifies with at least one redeem click or at least two offer views." },
        { field: "enrolled", label: "Registered", unit: "count", polarity: "higher", metric: "enrollments.totalEnrolled", definition: "Members whose first login is on or before the last day of the period. Registered means logged in at least once." },
        { field: "percent", label: "%", unit: "percent", polarity: "higher", metric: "engagementRate.percent", definition: "Engaged members as a share of the members registered by the last day of the period." },
      ],
    },
    "ENGAGED_USERS_BY_PERIOD": {
      attributes: [],
      fields: [
        { field: "engagedUsers", label: "Engaged Members", unit: "count", polarity: "higher", metric: "engagementRate.engagedUsers", definition: "Members with at least 3 qualifying sessions in the period. A session qualifies with at least one redeem click or at least two offer views." },
      ],
    },
  },
  "api/v1/dashboard/users/averageTenure": {
    "AVERAGE_TENURE_TABLE": {
      attributes: [],
      fields: [
        { field: "percent", label: "Average Tenure(Months)", unit: "months", polarity: "higher", metric: "averageTenure", definition: "Time from first to last login, averaged over the members registered by the last day of the period, in months of 30.4375 days. It depends on that day only." },
      ],
    },
    "AVERAGE_TENURE_BY_PERIOD": {
      attributes: [],
      fields: [
        { field: "percent", label: "Average Tenure(Months)", unit: "months", polarity: "higher", metric: "averageTenure", definition: "Time from first to last login, averaged over the members registered by the last day of the period, in months of 30.4375 days. It depends on that day only." },
      ],
    },
  },
  "api/v1/dashboard/users/programRetentionRate": {
    "RETENTION_RATE_TABLE": {
      attributes: [],
      fields: [
        { field: "percent", label: "Retention Rate", unit: "percent", polarity: "higher", metric: "programRetentionRate.percent", definition: "Of the members registered before the period, the share who logged in during it." },
        { field: "value2", label: "Total New Registered", unit: "count", polarity: "higher", metric: "enrollments.totalNewEnrolled", definition: "Members whose first login is in the period." },
        { field: "value", label: "Total Enrolled", unit: "count", polarity: "higher", metric: "logins.uniqueLogins", definition: "Members with at least one login in the period, each counted once." },
        { field: "base", label: "Registered Before", unit: "count", polarity: "higher", metric: "programRetentionRate.base", definition: "Members registered by the day before the period: the base of the retention rate." },
      ],
    },
    "RETENTION_RATE_BY_PERIOD": {
      attributes: [],
      fields: [
        { field: "percent", label: "Retention Rate", unit: "percent", polarity: "higher", metric: "programRetentionRate.percent", definition: "Of the members registered before the period, the share who logged in during it." },
      ],
    },
  },
  "api/v1/dashboard/users/dormantRate": {
    "DORMANT_RATE_TABLE": {
      attributes: [],
      fields: [
        { field: "dormantUsers", label: "Dormant Members", unit: "count", polarity: "lower", metric: "dormantRate.dormantUsers", definition: "Members registered by the last day of the period with no login in the 90 days (or as many as the program set) that end on it, whatever the period's length." },
        { field: "enrolledUsers", label: "Registered", unit: "count", polarity: "higher", metric: "enrollments.totalEnrolled", definition: "Members whose first login is on or before the last day of the period. Registered means logged in at least once." },
        { field: "percent", label: "%", unit: "percent", polarity: "lower", metric: "dormantRate.percent", definition: "Dormant members as a share of the members registered by the last day of the period." },
      ],
    },
    "DORMANT_USERS_BY_PERIOD": {
      attributes: [],
      fields: [
        { field: "dormantUsers", label: "Dormant Members", unit: "count", polarity: "lower", metric: "dormantRate.dormantUsers", definition: "Members registered by the last day of the period with no login in the 90 days (or as many as the program set) that end on it, whatever the period's length." },
      ],
    },
    "DORMANT_RATE_BY_PERIOD": {
      attributes: [],
      fields: [
        { field: "percent", label: "Dormant Rate", unit: "percent", polarity: "lower", metric: "dormantRate.percent", definition: "Dormant members as a share of the members registered by the last day of the period." },
      ],
    },
    "DORMANT_USERS_BY_AUDIENCE": {
      attributes: [],
      fields: [
        { field: "value", label: "Dormant Members", unit: "count", polarity: "lower", metric: "dormantRate.dormantUsers", definition: "Members registered by the last day of the period with no login in the 90 days (or as many as the program set) that end on it, whatever the period's length." },
      ],
    },
    "DORMANT_RATE_BY_AUDIENCE": {
      attributes: [],
      fields: [
        { field: "value", label: "Dormant Rate", unit: "percent", polarity: "lower", metric: "dormantRate.percent", definition: "Dormant members as a share of the members registered by the last day of the period." },
      ],
    },
  },
  "api/v1/dashboard/users/logins": {
    "LOGINS_BY_PERIOD": {
      attributes: [],
      fields: [
        { field: "total", label: "Total Logins", unit: "count", polarity: "higher", metric: "logins.totalLogins", definition: "Logins in the period." },
      ],
    },
    "UNIQUE_LOGINS_BY_PERIOD": {
      attributes: [],
      fields: [
        { field: "unique", label: "Unique Logins", unit: "count", polarity: "higher", metric: "logins.uniqueLogins", definition: "Members with at least one login in the period, each counted once." },
      ],
    },
    "LOGINS_TABLE": {
      attributes: [],
      fields: [
        { field: "total", label: "Total Logins", unit: "count", polarity: "higher", metric: "logins.totalLogins", definition: "Logins in the period." },
        { field: "unique", label: "Unique Logins", unit: "count", polarity: "higher", metric: "logins.uniqueLogins", definition: "Members with at least one login in the period, each counted once." },
      ],
    },
  },
  "api/v1/dashboard/users/returnRateFrequency": {
    "RETURN_LOGINS_TABLE": {
      attributes: [],
      fields: [
        { field: "uniqueReturnLogins", label: "Unique Return Logins", unit: "count", polarity: "higher", metric: "returnRate.uniqueReturnLogins", definition: "Members with at least one return login in the period. A return login is any login after the member's first ever." },
        { field: "avgLogins", label: "Avg. Login/Member", unit: "decimal", polarity: "higher", metric: "returnRate.avgLoginUser", definition: "Logins in the period divided by the members who logged in." },
      ],
    },
    "RETURN_FREQUENCY_TABLE": {
      attributes: [],
      fields: [
        { field: "logins1_3", label: "1-3 Logins", unit: "count", polarity: "none", metric: null, definition: "Members with 1 to 3 logins in the period." },
        { field: "logins4_7", label: "4-7 Logins", unit: "count", polarity: "none", metric: null, definition: "Members with 4 to 7 logins in the period." },
        { field: "logins8_10", label: "8-10 Logins", unit: "count", polarity: "none", metric: null, definition: "Members with 8 to 10 logins in the period." },
        { field: "logins10", label: ">10 Logins", unit: "count", polarity: "none", metric: null, definition: "Members with more than 10 logins in the period." },
      ],
    },
  },
  "api/v1/content/dashboard/articles": {
    "ARTICLE_VISITS_BY_AUDIENCE_TABLE": {
      attributes: [],
      fields: [
        { field: "value", label: "Visits", unit: "count", polarity: "higher", metric: "article.views", definition: "Article views in the period." },
      ],
    },
    "ARTICLE_VISITS_BY_CATEGORY": {
      attributes: ["name"],
      fields: [
        { field: "visits", label: "Visits", unit: "count", polarity: "higher", metric: "article.views", definition: "Article views in the period." },
      ],
    },
    "ARTICLES_VISITED": {
      attributes: ["name"],
      fields: [
        { field: "visits", label: "Visits", unit: "count", polarity: "higher", metric: "article.views", definition: "Article views in the period." },
      ],
    },
  },
  "api/v1/content/dashboard/sharesAndPrints": {
    "SHARES": {
      attributes: ["type","page"],
      fields: [
        { field: "count", label: "Share Clicks", unit: "count", polarity: "higher", metric: "shares.shares", definition: "How often members shared a page in the period." },
      ],
    },
    "PRINTS": {
      attributes: ["type","page"],
      fields: [
        { field: "count", label: "Prints", unit: "count", polarity: "higher", metric: "shares.prints", definition: "How often members printed a page in the period." },
      ],
    },
  },
  "api/v1/emails/dashboard/linksClicked": {
    "CLICKS_TABLE": {
      attributes: [],
      fields: [
        { field: "value", label: "Clicks", unit: "count", polarity: "higher", metric: "linkDto.sum", definition: "Clicks on links in e-mail messages, on the day of the click." },
      ],
    },
    "CLICKS_BY_PERIOD": {
      attributes: [],
      fields: [
        { field: "value", label: "Clicks", unit: "count", polarity: "higher", metric: "linkDto.sum", definition: "Clicks on links in e-mail messages, on the day of the click." },
      ],
    },
    "CLICKED_LINKS": {
      attributes: ["link"],
      fields: [
        { field: "total", label: "Total Clicks", unit: "count", polarity: "higher", metric: "linkDto.sum", definition: "Clicks on links in e-mail messages, on the day of the click." },
        { field: "percent", label: "%", unit: "percent", polarity: "none", metric: null, definition: "The link's clicks as a share of all link clicks in the period." },
      ],
    },
  },
  "api/v1/emails/dashboard/unsubscribed": {
    "UNSUBSCRIBED_TABLE": {
      attributes: [],
      fields: [
        { field: "sum", label: "Unsubscribed", unit: "count", polarity: "lower", metric: "unsubscribedDto.sum", definition: "Delivered messages, sent in the period, that led to an unsubscription." },
        { field: "delivered", label: "Delivered", unit: "count", polarity: "higher", metric: "deliveryStatus.delivered", definition: "Messages sent in the period that were delivered." },
        { field: "percent", label: "% of Unsubscribed", unit: "percent", polarity: "lower", metric: "unsubscribedDto.percent", definition: "Unsubscribers as a share of the delivered messages sent in the period." },
      ],
    },
    "UNSUBSCRIBED_BY_PERIOD": {
      attributes: [],
      fields: [
        { field: "sum", label: "Unsubscribers", unit: "count", polarity: "lower", metric: "unsubscribedDto.sum", definition: "Delivered messages, sent in the period, that led to an unsubscription." },
      ],
    },
    "UNSUBSCRIBED_BY_CAMPAIGN_TABLE": {
      attributes: ["name","sentTime"],
      fields: [
        { field: "totalDelivered", label: "Successful Delivered", unit: "count", polarity: "higher", metric: "deliveryStatus.delivered", definition: "Messages sent in the period that were delivered." },
        { field: "unsubscribed", label: "Unsubscribed", unit: "count", polarity: "lower", metric: "unsubscribedDto.sum", definition: "Delivered messages, sent in the period, that led to an unsubscription." },
        { field: "percent", label: "Unsubscribe Rate %", unit: "percent", polarity: "lower", metric: "unsubscribedDto.percent", definition: "Unsubscribers as a share of the delivered messages sent in the period." },
      ],
    },
  },
  "api/v1/emails/dashboard/deliveryStatus": {
    "DELIVERY_STATUS_TABLE": {
      attributes: [],
      fields: [
        { field: "sent", label: "Sent", unit: "count", polarity: "higher", metric: "deliveryStatus.sent", definition: "Messages sent in the period; delivered and bounced ones add up to them." },
        { field: "delivered", label: "Delivered", unit: "count", polarity: "higher", metric: "deliveryStatus.delivered", definition: "Messages sent in the period that were delivered." },
        { field: "bounced", label: "Bounced", unit: "count", polarity: "lower", metric: "deliveryStatus.bounced", definition: "Messages sent in the period that bounced." },
      ],
    },
    "DELIVERY_STATUS_BY_PERIOD": {
      attributes: [],
      fields: [
        { field: "sent", label: "Sent", unit: "count", polarity: "higher", metric: "deliveryStatus.sent", definition: "Messages sent in the period; delivered and bounced ones add up to them." },
        { field: "delivered", label: "Delivered", unit: "count", polarity: "higher", metric: "deliveryStatus.delivered", definition: "Messages sent in the period that were delivered." },
        { field: "bounced", label: "Bounced", unit: "count", polarity: "lower", metric: "deliveryStatus.bounced", definition: "Messages sent in the period that bounced." },
      ],
    },
    "DELIVERY_STATUS_BY_CAMPAIGN_TABLE": {
      attributes: ["name","sentTime"],
      fields: [
        { field: "sent", label: "Sent", unit: "count", polarity: "higher", metric: "deliveryStatus.sent", definition: "Messages sent in the period; delivered and bounced ones add up to them." },
        { field: "delivered", label: "Delivered", unit: "count", polarity: "higher", metric: "deliveryStatus.delivered", definition: "Messages sent in the period that were delivered." },
        { field: "bounced", label: "Bounced", unit: "count", polarity: "lower", metric: "deliveryStatus.bounced", definition: "Messages sent in the period that bounced." },
      ],
    },
  },
  "api/v1/emails/dashboard/enroll": {
    "ENROLL_TABLE": {
      attributes: [],
      fields: [
        { field: "enrollments", label: "Registrations", unit: "count", polarity: "higher", metric: "enrollDto.enrollments", definition: "Delivered messages, sent in the period, that led to a registration, as the e-mail service attributes it." },
        { field: "delivered", label: "Delivered", unit: "count", polarity: "higher", metric: "deliveryStatus.delivered", definition: "Messages sent in the period that were delivered." },
        { field: "percent", label: "%", unit: "percent", polarity: "higher", metric: "enrollDto.percent", definition: "Registrations as a share of the delivered messages sent in the period." },
      ],
    },
    "ENROLL_BY_PERIOD": {
      attributes: [],
      fields: [
        { field: "enrollments", label: "Registrations", unit: "count", polarity: "higher", metric: "enrollDto.enrollments", definition: "Delivered messages, sent in the period, that led to a registration, as the e-mail service attributes it." },
      ],
    },
    "ENROLL_BY_CAMPAIGN_TABLE": {
      attributes: ["name","sentTime"],
      fields: [
        { field: "totalDelivered", label: "Successful Delivered", unit: "count", polarity: "higher", metric: "deliveryStatus.delivered", definition: "Messages sent in the period that were delivered." },
        { field: "enroll", label: "Registrations", unit: "count", polarity: "higher", metric: "enrollDto.enrollments", definition: "Delivered messages, sent in the period, that led to a registration, as the e-mail service attributes it." },
        { field: "percent", label: "%", unit: "percent", polarity: "higher", metric: "enrollDto.percent", definition: "Registrations as a share of the delivered messages sent in the period." },
      ],
    },
  },
  "api/v1/emails/dashboard/performance": {
    "PERFORMANCE_TABLE": {
      attributes: [],
      fields: [
        { field: "uniqueOpens", label: "Unique Opens", unit: "count", polarity: "higher", metric: null, definition: "Delivered messages, sent in the period, that were opened; each counts once." },
        { field: "avgOpen", label: "Avg. Open %", unit: "percent", polarity: "higher", metric: "performanceDto.avgOpen", definition: "Opened messages as a share of the delivered messages sent in the period." },
        { field: "uniqueClicks", label: "Unique Clicks", unit: "count", polarity: "higher", metric: null, definition: "Delivered messages, sent in the period, in which a link was clicked; each counts once." },
        { field: "avgClick", label: "Avg. Click %", unit: "percent", polarity: "higher", metric: "performanceDto.avgClick", definition: "Messages with a click as a share of the delivered messages sent in the period." },
        { field: "totalDelivered", label: "Successful Delivered", unit: "count", polarity: "higher", metric: "deliveryStatus.delivered", definition: "Messages sent in the period that were delivered." },
      ],
    },
    "PERFORMANCE_BY_PERIOD": {
      attributes: [],
      fields: [
        { field: "uniqueOpens", label: "Unique Opens", unit: "count", polarity: "higher", metric: null, definition: "Delivered messages, sent in the period, that were opened; each counts once." },
        { field: "uniqueClicks", label: "Unique Clicks", unit: "count", polarity: "higher", metric: null, definition: "Delivered messages, sent in the period, in which a link was clicked; each counts once." },
      ],
    },
    "PERFORMANCE_BY_PERIOD_AVERAGE": {
      attributes: [],
      fields: [
        { field: "avgOpen", label: "Avg. Open %", unit: "percent", polarity: "higher", metric: "performanceDto.avgOpen", definition: "Opened messages as a share of the delivered messages sent in the period." },
        { field: "avgClick", label: "Avg. Click %", unit: "percent", polarity: "higher", metric: "performanceDto.avgClick", definition: "Messages with a click as a share of the delivered messages sent in the period." },
      ],
    },
    "PERFORMANCE_BY_CAMPAIGN_TABLE": {
      attributes: ["name","sentTime"],
      fields: [
        { field: "uniqueOpens", label: "Unique Opens", unit: "count", polarity: "higher", metric: null, definition: "Delivered messages, sent in the period, that were opened; each counts once." },
        { field: "avgOpen", label: "Avg. Open %", unit: "percent", polarity: "higher", metric: "performanceDto.avgOpen", definition: "Opened messages as a share of the delivered messages sent in the period." },
        { field: "uniqueClicks", label: "Unique Clicks", unit: "count", polarity: "higher", metric: null, definition: "Delivered messages, sent in the period, in which a link was clicked; each counts once." },
        { field: "avgClick", label: "Avg. Click %", unit: "percent", polarity: "higher", metric: "performanceDto.avgClick", definition: "Messages with a click as a share of the delivered messages sent in the period." },
        { field: "totalDelivered", label: "Successful Delivered", unit: "count", polarity: "higher", metric: "deliveryStatus.delivered", definition: "Messages sent in the period that were delivered." },
      ],
    },
  },
  "api/v1/website/dashboard/siteVisitors": {
    "VISITORS_BY_PERIOD": {
      attributes: [],
      fields: [
        { field: "sessions", label: "Member Sessions", unit: "count", polarity: "higher", metric: "visitors.sessions", definition: "Sessions on the website in the period, as the web analytics provider counts them." },
        { field: "pageViews", label: "Pageviews", unit: "count", polarity: "higher", metric: "visitors.pageViews", definition: "Pages viewed on the website in the period." },
        { field: "durations", label: "Avg. Session Duration", unit: "seconds", polarity: "higher", metric: "visitors.durations", definition: "Time on the website divided by the sessions in the period." },
      ],
    },
  },
  "api/v1/website/dashboard/sourceOfTraffic": {
    "names": {
      attributes: ["name"],
      fields: [
      ],
    },
    "sessions": {
      attributes: ["name"],
      fields: [
        { field: "sessions", label: "Member Sessions", unit: "count", polarity: "higher", metric: "visitors.sessions", definition: "Sessions on the website in the period, as the web analytics provider counts them." },
      ],
    },
    "pageviews": {
      attributes: ["name"],
      fields: [
        { field: "pageviews", label: "Pageviews", unit: "count", polarity: "higher", metric: "visitors.pageViews", definition: "Pages viewed on the website in the period." },
      ],
    },
  },
  "api/v1/website/dashboard/platforms": {
    "DeviceCategory": {
      attributes: ["name"],
      fields: [
        { field: "sessions", label: "Member Sessions", unit: "count", polarity: "higher", metric: "visitors.sessions", definition: "Sessions on the website in the period, as the web analytics provider counts them." },
      ],
    },
    "Browser": {
      attributes: ["name"],
      fields: [
        { field: "sessions", label: "Member Sessions", unit: "count", polarity: "higher", metric: "visitors.sessions", definition: "Sessions on the website in the period, as the web analytics provider counts them." },
      ],
    },
    "OperatingSystem": {
      attributes: ["name"],
      fields: [
        { field: "sessions", label: "Member Sessions", unit: "count", polarity: "higher", metric: "visitors.sessions", definition: "Sessions on the website in the period, as the web analytics provider counts them." },
      ],
    },
    "ScreenResolution": {
      attributes: ["name"],
      fields: [
        { field: "sessions", label: "Member Sessions", unit: "count", polarity: "higher", metric: "visitors.sessions", definition: "Sessions on the website in the period, as the web analytics provider counts them." },
      ],
    },
  },
  "api/v1/website/dashboard/onSiteSearches": {
    "searchDto": {
      attributes: [],
      fields: [
        { field: "count", label: "Total Searches", unit: "count", polarity: "higher", metric: "searchDto.count", definition: "Searches on the website in the period." },
      ],
    },
    "searchTerms": {
      attributes: ["query"],
      fields: [
        { field: "count", label: "Total Searches", unit: "count", polarity: "higher", metric: "searchDto.count", definition: "Searches on the website in the period." },
      ],
    },
  },
  "api/v1/offer/dashboard/offers": {
    "CATEGORIES": {
      attributes: ["name"],
      fields: [
        { field: "totalActiveOffers", label: "Total Active Offers", unit: "count", polarity: "higher", metric: "offerDto.totalActiveOffers", definition: "Offers active on at least one day of the period. User groups do not restrict it." },
        { field: "newOffers", label: "New Offers", unit: "count", polarity: "higher", metric: "offerDto.newOffers", definition: "Offers whose first active day is in the period. User groups do not restrict it." },
        { field: "offBoarded", label: "Offboarded Offers", unit: "count", polarity: "lower", metric: "offerDto.offBoarded", definition: "Offers whose last active day is in the period. User groups do not restrict it." },
      ],
    },
    "OFFERS_BY_PERIOD": {
      attributes: [],
      fields: [
        { field: "totalActiveOffers", label: "Total Active Offers", unit: "count", polarity: "higher", metric: "offerDto.totalActiveOffers", definition: "Offers active on at least one day of the period. User groups do not restrict it." },
        { field: "newOffers", label: "New Offers", unit: "count", polarity: "higher", metric: "offerDto.newOffers", definition: "Offers whose first active day is in the period. User groups do not restrict it." },
      ],
    },
    "OFFERS_TABLE": {
      attributes: ["name","catName","name","catName"],
      fields: [
      ],
    },
  },
  "api/v1/offer/dashboard/partners": {
    "BY_PERIOD": {
      attributes: [],
      fields: [
        { field: "redemptions", label: "Redemptions", unit: "count", polarity: "higher", metric: "partnerDto.redemptions", definition: "Redemptions in the partner transactions of the period." },
        { field: "sales", label: "Sales", unit: "money", polarity: "higher", metric: "partnerDto.sales", definition: "Sales in the partner transactions of the period; returns count as negative." },
        { field: "savings", label: "Savings", unit: "money", polarity: "higher", metric: "partnerDto.savings", definition: "What members saved in the partner transactions of the period." },
        { field: "savingsPerUser", label: "Savings Per Member", unit: "money", polarity: "higher", metric: "partnerDto.savingsPerUser", definition: "Savings divided by the members with a partner transaction in the period." },
      ],
    },
    "PARTNERS": {
      attributes: ["name"],
      fields: [
        { field: "redemptions", label: "Redemptions", unit: "count", polarity: "higher", metric: "partnerDto.redemptions", definition: "Redemptions in the partner transactions of the period." },
        { field: "sales", label: "Sales", unit: "money", polarity: "higher", metric: "partnerDto.sales", definition: "Sales in the partner transactions of the period; returns count as negative." },
        { field: "savings", label: "Savings", unit: "money", polarity: "higher", metric: "partnerDto.savings", definition: "What members saved in the partner transactions of the period." },
        { field: "savingsPerUser", label: "Savings Per Member", unit: "money", polarity: "higher", metric: "partnerDto.savingsPerUser", definition: "Savings divided by the members with a partner transaction in the period." },
      ],
    },
  },
  "api/v1/offer/dashboard/totalInteraction": {
    "OFFERS_BY_AUDIENCE_TABLE": {
      attributes: [],
      fields: [
        { field: "totalViews", label: "Total Visits", unit: "count", polarity: "higher", metric: "totalInteractionDto.totalViews", definition: "Offer views in the period, each counted." },
        { field: "totalIntentToRedeem", label: "Total Intent to Redeem Clicks", unit: "count", polarity: "higher", metric: "totalInteractionDto.totalIntentToRedeem", definition: "Redeem clicks on offers in the period, each counted." },
      ],
    },
    "VISITS_BY_PERIOD": {
      attributes: [],
      fields: [
        { field: "totalViews", label: "Total Visits", unit: "count", polarity: "higher", metric: "totalInteractionDto.totalViews", definition: "Offer views in the period, each counted." },
        { field: "totalIntentToRedeem", label: "Total Intent to Redeem Clicks", unit: "count", polarity: "higher", metric: "totalInteractionDto.totalIntentToRedeem", definition: "Redeem clicks on offers in the period, each counted." },
      ],
    },
    "CATEGORIES": {
      attributes: ["name"],
      fields: [
        { field: "totalViews", label: "Total Visits", unit: "count", polarity: "higher", metric: "totalInteractionDto.totalViews", definition: "Offer views in the period, each counted." },
        { field: "totalIntentToRedeem", label: "Total Intent to Redeem Clicks", unit: "count", polarity: "higher", metric: "totalInteractionDto.totalIntentToRedeem", definition: "Redeem clicks on offers in the period, each counted." },
      ],
    },
    "OFFERS": {
      attributes: ["name"],
      fields: [
        { field: "totalViews", label: "Total Visits", unit: "count", polarity: "higher", metric: "totalInteractionDto.totalViews", definition: "Offer views in the period, each counted." },
        { field: "totalIntentToRedeem", label: "Total Intent to Redeem Clicks", unit: "count", polarity: "higher", metric: "totalInteractionDto.totalIntentToRedeem", definition: "Redeem clicks on offers in the period, each counted." },
      ],
    },
  },
  "api/v1/offer/dashboard/uniqueInteraction": {
    "OFFERS_BY_AUDIENCE_TABLE": {
      attributes: [],
      fields: [
        { field: "uniqueViews", label: "Unique Visits", unit: "count", polarity: "higher", metric: "uniqueInteractionDto.uniqueViews", definition: "Different (member, offer) pairs with a view in the period." },
        { field: "uniqueIntentToRedeem", label: "Unique Intent to Redeem Clicks", unit: "count", polarity: "higher", metric: "uniqueInteractionDto.uniqueIntentToRedeem", definition: "Different (member, offer) pairs with a redeem click in the period." },
        { field: "percent", label: "Redeem Rate", unit: "percent", polarity: "higher", metric: "uniqueInteractionDto.percent", definition: "Different (member, offer) pairs with a redeem click as a share of those with a view. A click without a view in the period can lift it over 100 %." },
      ],
    },
    "VISITS_BY_PERIOD": {
      attributes: [],
      fields: [
        { field: "uniqueViews", label: "Unique Visits", unit: "count", polarity: "higher", metric: "uniqueInteractionDto.uniqueViews", definition: "Different (member, offer) pairs with a view in the period." },
        { field: "uniqueIntentToRedeem", label: "Unique Intent to Redeem Clicks", unit: "count", polarity: "higher", metric: "uniqueInteractionDto.uniqueIntentToRedeem", definition: "Different (member, offer) pairs with a redeem click in the period." },
      ],
    },
    "CATEGORIES": {
      attributes: ["name"],
      fields: [
        { field: "uniqueViews", label: "Unique Visits", unit: "count", polarity: "higher", metric: "uniqueInteractionDto.uniqueViews", definition: "Different (member, offer) pairs with a view in the period." },
        { field: "uniqueIntentToRedeem", label: "Unique Intent to Redeem Clicks", unit: "count", polarity: "higher", metric: "uniqueInteractionDto.uniqueIntentToRedeem", definition: "Different (member, offer) pairs with a redeem click in the period." },
        { field: "percent", label: "Redeem Rate", unit: "percent", polarity: "higher", metric: "uniqueInteractionDto.percent", definition: "Different (member, offer) pairs with a redeem click as a share of those with a view. A click without a view in the period can lift it over 100 %." },
      ],
    },
    "OFFERS": {
      attributes: ["name"],
      fields: [
        { field: "uniqueViews", label: "Unique Visits", unit: "count", polarity: "higher", metric: "uniqueInteractionDto.uniqueViews", definition: "Different (member, offer) pairs with a view in the period." },
        { field: "uniqueIntentToRedeem", label: "Unique Intent to Redeem Clicks", unit: "count", polarity: "higher", metric: "uniqueInteractionDto.uniqueIntentToRedeem", definition: "Different (member, offer) pairs with a redeem click in the period." },
        { field: "percent", label: "Redeem Rate", unit: "percent", polarity: "higher", metric: "uniqueInteractionDto.percent", definition: "Different (member, offer) pairs with a redeem click as a share of those with a view. A click without a view in the period can lift it over 100 %." },
      ],
    },
  },
  "api/v1/offer/dashboard/memberUniqueInteraction": {
    "OFFERS_BY_AUDIENCE_TABLE": {
      attributes: [],
      fields: [
        { field: "uniqueViews", label: "Member Unique Views", unit: "count", polarity: "higher", metric: "memberUniqueInteractionDto.uniqueViews", definition: "Different members who viewed at least one of the chosen offers in the period." },
        { field: "uniqueIntentToRedeem", label: "Member Unique Intent to Redeem Clicks", unit: "count", polarity: "higher", metric: "memberUniqueInteractionDto.uniqueIntentToRedeem", definition: "Different members with a redeem click on at least one of the chosen offers in the period." },
      ],
    },
    "VISITS_BY_PERIOD": {
      attributes: [],
      fields: [
        { field: "uniqueViews", label: "Member Unique Views", unit: "count", polarity: "higher", metric: "memberUniqueInteractionDto.uniqueViews", definition: "Different members who viewed at least one of the chosen offers in the period." },
        { field: "uniqueIntentToRedeem", label: "Member Unique Intent to Redeem Clicks", unit: "count", polarity: "higher", metric: "memberUniqueInteractionDto.uniqueIntentToRedeem", definition: "Different members with a redeem click on at least one of the chosen offers in the period." },
      ],
    },
  },
  "api/v1/emails/dashboard/screens": {
    "rows": {
      attributes: ["campaign","name","subject","ssl","link"],
      fields: [
      ],
    },
  },
  "api/v1/emails/dashboard/getCampaigns": {
    "rows": {
      attributes: ["id","name","campaigntypeid"],
      fields: [
      ],
    },
  },
  "api/v1/emails/dashboard/getCampaignsTypes": {
    "rows": {
      attributes: ["id","name"],
      fields: [
      ],
    },
  },
  "api/v1/offer/dashboard/getOffers": {
    "rows": {
      attributes: ["id","name","categoryPrimary"],
      fields: [
      ],
    },
  },
  "api/v1/offer/dashboard/getOffersCategories": {
    "rows": {
      attributes: ["id","name"],
      fields: [
      ],
    },
  },
  "api/v1/content/dashboard/polls/breakdown": {
    "pollAnswers": {
      attributes: ["index","name"],
      fields: [
        { field: "answerCount", label: "Answers", unit: "count", polarity: "higher", metric: "pollDto.answers", definition: "Answers to polls in the period." },
        { field: "percent", label: "%", unit: "percent", polarity: "none", metric: null, definition: "The option's answers as a share of all answers to the poll in the period." },
      ],
    },
    "POLL_ANSWERS_BY_AUDIENCE_TABLE": {
      attributes: ["answers"],
      fields: [
        { field: "value", label: "Answers", unit: "count", polarity: "higher", metric: "pollDto.answers", definition: "Answers to polls in the period." },
      ],
    },
  },
};
