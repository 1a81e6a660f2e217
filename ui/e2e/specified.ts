/** What the specification says of the dashboards and breakdowns, written out once more on purpose. */

/** A card: the trend its button opens, where See Breakdown leads, and its figures by their path in the answer. */
export type SpecifiedCard = {
  readonly title: string;
  readonly trend?: string;
  readonly to?: string;
  readonly figures: readonly (readonly [label: string, path: string])[];
};

/** A dashboard: the call that answers its figures, the filters its bar shows, and its cards in order. */
export type SpecifiedDashboard = {
  readonly path: string;
  readonly info: string;
  readonly filters: readonly string[];
  readonly cards: readonly SpecifiedCard[];
};

const GROUPS = ["userGroupsTiersAll", "userGroupsLobsAll", "userGroupsAudiencesAll"];

/** Every dashboard but the Program Monitor. */
export const DASHBOARDS: readonly SpecifiedDashboard[] = [
  {
    path: "/user-dashboard",
    info: "api/v1/dashboard/users/userDashboardInfo",
    filters: GROUPS,
    cards: [
      {
        title: "Registrations",
        trend: "U_NEW_ENROLLMENTS",
        to: "registrations-breakdown",
        figures: [
          ["Total New Registered", "enrollments.totalNewEnrolled"],
          ["Total Registered", "enrollments.totalEnrolled"],
        ],
      },
      {
        title: "Program Active Rate",
        trend: "U_ACTIVE_RATE",
        to: "program-active-rate-breakdown",
        figures: [
          ["Program Active Rate", "programActiveRate.percent"],
          ["Active Members", "programActiveRate.activeUsers"],
        ],
      },
      {
        title: "Program Engagement Rate",
        trend: "U_ENGAGEMENT_RATE",
        to: "engagement-rate-breakdown",
        figures: [
          ["Program Engagement Rate", "engagementRate.percent"],
          ["Engaged Members", "engagementRate.engagedUsers"],
        ],
      },
      {
        title: "Program Retention Rate",
        trend: "U_RETENTION_RATE",
        to: "program-retention-rate-breakdown",
        figures: [
          ["Program Retention Rate", "programRetentionRate.percent"],
          ["Total New Registered", "programRetentionRate.newEnrollments"],
          ["Total Enrolled", "programRetentionRate.uniqueLoginCount"],
        ],
      },
      {
        title: "Logins",
        trend: "U_LOGINS",
        to: "logins-breakdown",
        figures: [
          ["Total Logins", "logins.totalLogins"],
          ["Unique Logins", "logins.uniqueLogins"],
        ],
      },
      {
        title: "Return Logins and Frequency",
        trend: "U_RETURN_LOGINS_AND_FREQUENCY",
        to: "return-rate-breakdown",
        figures: [
          ["Unique Return Logins", "returnRate.uniqueReturnLogins"],
          ["Avg Login/Member", "returnRate.avgLoginUser"],
          [">2 Return Logins", "returnRate.returnLogins2More"],
        ],
      },
      {
        title: "Program Average Tenure",
        trend: "U_AVERAGE_TENURE",
        to: "average-tenure-breakdown",
        figures: [["Program Average Tenure", "averageTenure"]],
      },
      {
        title: "Dormant Rate",
        trend: "U_DORMANT_RATE",
        to: "dormant-rate-breakdown",
        figures: [
          ["Dormant Rate", "dormantRate.percent"],
          ["Dormant Members", "dormantRate.dormantUsers"],
        ],
      },
    ],
  },
  {
    path: "/content-dashboard",
    info: "api/v1/content/dashboard/info",
    filters: GROUPS,
    cards: [
      {
        title: "Articles",
        trend: "C_ARTICLE",
        to: "articles-breakdown",
        figures: [
          ["Articles", "article.amount"],
          ["Views", "article.views"],
        ],
      },
      {
        title: "Shares and Prints",
        trend: "C_SHARES",
        to: "shares-breakdown",
        figures: [
          ["Shares", "shares.shares"],
          ["Prints", "shares.prints"],
        ],
      },
      {
        title: "Polls",
        trend: "C_POLL",
        to: "polls-breakdown",
        figures: [
          ["Polls", "pollDto.polls"],
          ["Answers", "pollDto.answers"],
        ],
      },
    ],
  },
  {
    path: "/emails-dashboard",
    info: "api/v1/emails/dashboard/info",
    filters: [...GROUPS, "campaignsAll", "campaignsTypesAll"],
    cards: [
      {
        title: "Delivery Status",
        trend: "E_DELIVERY_STATUS",
        to: "delivery-status-breakdown",
        figures: [
          ["Sent", "deliveryStatus.sent"],
          ["Campaigns", "deliveryStatus.campaigns"],
          ["Delivered", "deliveryStatus.delivered"],
          ["Bounced", "deliveryStatus.bounced"],
        ],
      },
      {
        title: "Performance",
        trend: "E_PERFORMANCE",
        to: "performance-breakdown",
        figures: [
          ["Avg. Open %", "performanceDto.avgOpen"],
          ["Avg. Click %", "performanceDto.avgClick"],
        ],
      },
      {
        title: "Register %",
        trend: "E_ENROLL",
        to: "registration-breakdown",
        figures: [
          ["Register %", "enrollDto.percent"],
          ["Registrations", "enrollDto.enrollments"],
        ],
      },
      {
        title: "% of Unsubscribed",
        trend: "E_UNSUBSCRIBED",
        to: "unsubscribed-breakdown",
        figures: [
          ["% of Unsubscribed", "unsubscribedDto.percent"],
          ["Unsubscribers", "unsubscribedDto.sum"],
        ],
      },
      {
        title: "Links Clicked",
        trend: "E_LINKS",
        to: "links-breakdown",
        figures: [["Links Clicked", "linkDto.sum"]],
      },
    ],
  },
  {
    path: "/website-dashboard",
    info: "api/v1/website/dashboard/info",
    filters: [],
    cards: [
      {
        title: "Website Visitors",
        trend: "W_VISITORS",
        to: "visitors-breakdown",
        figures: [
          ["Member Sessions", "visitors.sessions"],
          ["Avg. Session Duration", "visitors.durations"],
          ["Pageviews", "visitors.pageViews"],
        ],
      },
      {
        title: "Source of Traffic",
        trend: "W_SOURCE_OF_TRAFFIC",
        to: "source-breakdown",
        figures: [
          ["Direct", "sourceOfTraffic.direct"],
          ["Organic Search", "sourceOfTraffic.searches"],
          ["Email", "sourceOfTraffic.emails"],
        ],
      },
      {
        title: "On-site Search",
        trend: "W_SEARCHES",
        to: "searches-breakdown",
        figures: [["Total Searches", "searchDto.count"]],
      },
      { title: "Platforms", to: "platforms-breakdown", figures: [] },
      {
        title: "New / Returning Visitors",
        trend: "W_NEW_RETURNING",
        figures: [["New Visitors", "newReturnVisitors.news"]],
      },
    ],
  },
  {
    path: "/offers-dashboard",
    info: "api/v1/offer/dashboard/info",
    filters: [...GROUPS, "offersAll", "offersCategoriesAll"],
    cards: [
      {
        title: "Partners",
        trend: "O_PARTNERS",
        to: "partners-breakdown",
        figures: [
          ["Redemptions", "partnerDto.redemptions"],
          ["Sales", "partnerDto.sales"],
          ["Savings", "partnerDto.savings"],
          ["Savings Per Member", "partnerDto.savingsPerUser"],
        ],
      },
      {
        title: "Offers",
        trend: "O_OFFERS",
        to: "offers-breakdown",
        figures: [
          ["Total Active Offers", "offerDto.totalActiveOffers"],
          ["New Offers", "offerDto.newOffers"],
          ["Offboarded Offers", "offerDto.offBoarded"],
        ],
      },
      {
        title: "Offers Total Interactions",
        trend: "O_TOTAL_INTERACTIONS",
        to: "total-interactions-breakdown",
        figures: [
          ["Total Views", "totalInteractionDto.totalViews"],
          ["Total Intent to Redeem Clicks", "totalInteractionDto.totalIntentToRedeem"],
        ],
      },
      {
        title: "Offers Unique Interactions",
        trend: "O_UNIQUE_INTERACTIONS",
        to: "unique-interactions-breakdown",
        figures: [
          ["Unique Views", "uniqueInteractionDto.uniqueViews"],
          ["Unique Intent to Redeem Clicks", "uniqueInteractionDto.uniqueIntentToRedeem"],
          ["Intent to redeem Rate", "uniqueInteractionDto.percent"],
        ],
      },
      {
        title: "Member Unique Interactions",
        trend: "O_MEMBER_UNIQUE_INTERACTIONS",
        to: "member-unique-interactions-breakdown",
        figures: [
          ["Member Unique Views", "memberUniqueInteractionDto.uniqueViews"],
          ["Member Unique Intent to Redeem Clicks", "memberUniqueInteractionDto.uniqueIntentToRedeem"],
        ],
      },
    ],
  },
];

/** How many decimals the percentages in the tables of a screen show at least. */
export function leastDecimals(route: string): number {
  return /^\/?emails-|polls/.test(route) ? 1 : 0;
}

/** The column a table is sorted by when it opens, by its header; `-` before it turns the order round. */
export const SORTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/user-dashboard/registrations-breakdown": { Registrations: "LOB" },
  "/user-dashboard/program-active-rate-breakdown": { "Active Members": "LOB" },
  "/user-dashboard/engagement-rate-breakdown": { "Engaged Members": "LOB" },
  "/user-dashboard/average-tenure-breakdown": { "Average Tenure(Months)": "LOB" },
  "/user-dashboard/program-retention-rate-breakdown": { "Program Retention Rate": "LOB" },
  "/user-dashboard/dormant-rate-breakdown": { "Dormant Rate": "Audience" },
  "/user-dashboard/logins-breakdown": { "Total / Unique Logins": "LOB" },
  "/user-dashboard/return-rate-breakdown": { "Return Logins": "LOB", "Return Frequency": "LOB" },
  "/content-dashboard/articles-breakdown": {
    "Article Visits by Audience": "-LOB",
    "Article Visits by Category": "-Visits",
    "Articles Visited": "-Visits",
  },
  "/content-dashboard/shares-breakdown": { Shares: "-Share Clicks", Prints: "-Prints" },
  "/emails-dashboard/screens": { "Campaign Screens": "Campaign" },
  "/emails-dashboard/schedule": { "Planned E-mails": "Date" },
  "/emails-dashboard/links-breakdown": { Clicks: "LOB", "Clicked Links": "-Total Clicks" },
  "/emails-dashboard/unsubscribed-breakdown": {
    "% of Unsubscribed": "LOB",
    "Unsubscribed by Campaigns": "Campaign",
  },
  "/emails-dashboard/delivery-status-breakdown": {
    "Delivery Status By Audience": "LOB",
    "Delivery Status by Campaigns": "Campaign",
  },
  "/emails-dashboard/registration-breakdown": {
    "% Register": "LOB",
    "Registered by Campaigns": "Campaign",
  },
  "/emails-dashboard/performance-breakdown": {
    "Performance By Audience": "LOB",
    "Performance by Campaigns": "Campaign",
  },
  "/website-dashboard/visitors-breakdown": {},
  "/website-dashboard/source-breakdown": {},
  "/website-dashboard/platforms-breakdown": {},
  "/website-dashboard/searches-breakdown": { "On-site Searches": "Site Search Query" },
  "/offers-dashboard/offers-breakdown": {
    Categories: "Category",
    "Total Active Offers": "Offer",
    "New Offers": "Offer",
  },
  // The specification has no such list; the largest partners come first.
  "/offers-dashboard/partners-breakdown": { Partners: "-Sales" },
  "/offers-dashboard/total-interactions-breakdown": {
    "Offers by Audience": "LOB",
    Categories: "Category",
    Offers: "Offer",
  },
  "/offers-dashboard/unique-interactions-breakdown": {
    "Offers by Audience": "LOB",
    Categories: "Category",
    Offers: "Offer",
  },
  "/offers-dashboard/member-unique-interactions-breakdown": { "Offers by Audience": "LOB" },
};
