// Generated from the declared screens by `make generate`. Do not edit.
import type { Block, Change, ChartPeriod, ComparedWith, GroupRows, Hidden, PeriodRow, Tenure } from "./wire";

/** The trends, one per card. */
export type TrendId =
  | "U_NEW_ENROLLMENTS"
  | "U_ACTIVE_RATE"
  | "U_ENGAGEMENT_RATE"
  | "U_RETENTION_RATE"
  | "U_DORMANT_RATE"
  | "U_LOGINS"
  | "U_RETURN_LOGINS_AND_FREQUENCY"
  | "U_AVERAGE_TENURE"
  | "U_SATISFACTION"
  | "U_GROUP_MOVES"
  | "C_ARTICLE"
  | "C_SHARES"
  | "C_POLL"
  | "E_DELIVERY_STATUS"
  | "E_PERFORMANCE"
  | "E_ENROLL"
  | "E_UNSUBSCRIBED"
  | "E_LINKS"
  | "W_VISITORS"
  | "W_SOURCE_OF_TRAFFIC"
  | "W_NEW_RETURNING"
  | "W_SEARCHES"
  | "O_PARTNERS"
  | "O_OFFERS"
  | "O_TOTAL_INTERACTIONS"
  | "O_UNIQUE_INTERACTIONS"
  | "O_MEMBER_UNIQUE_INTERACTIONS";

/** The metrics of each call that answers cards. */
export type TotalsMetrics = {
  "api/v1/program/monitor/info": "partnerDto.redemptions" | "partnerDto.sales" | "partnerDto.savings" | "partnerDto.savingsPerUser" | "enrollments.totalNewEnrolled" | "enrollments.totalEnrolled" | "engagementRate.percent" | "engagementRate.engagedUsers" | "logins.totalLogins" | "logins.uniqueLogins" | "returnRate.avgLoginUser" | "returnRate.uniqueReturnLogins" | "returnRate.returnLogins2More" | "unsubscribedDto.percent" | "unsubscribedDto.sum";
  "api/v1/dashboard/users/userDashboardInfo": "enrollments.totalNewEnrolled" | "enrollments.totalEnrolled" | "programActiveRate.percent" | "programActiveRate.activeUsers" | "engagementRate.percent" | "engagementRate.engagedUsers" | "programRetentionRate.percent" | "programRetentionRate.newEnrollments" | "programRetentionRate.uniqueLoginCount" | "programRetentionRate.base" | "dormantRate.percent" | "dormantRate.dormantUsers" | "logins.totalLogins" | "logins.uniqueLogins" | "returnRate.avgLoginUser" | "returnRate.uniqueReturnLogins" | "returnRate.returnLogins2More" | "averageTenure" | "satisfaction.percent" | "satisfaction.answers" | "groupMoves.movedUp" | "groupMoves.movedDown" | "groupMoves.stayed";
  "api/v1/dashboard/users/userDashboardInfo/ENROLLMENTS": "enrollments.totalNewEnrolled" | "enrollments.totalEnrolled";
  "api/v1/dashboard/users/userDashboardInfo/PROGRAM_ACTIVE_RATE": "programActiveRate.percent" | "programActiveRate.activeUsers";
  "api/v1/dashboard/users/userDashboardInfo/ENGAGEMENT_RATE": "engagementRate.percent" | "engagementRate.engagedUsers";
  "api/v1/dashboard/users/userDashboardInfo/PROGRAM_RETENTION_RATE": "programRetentionRate.percent" | "programRetentionRate.newEnrollments" | "programRetentionRate.uniqueLoginCount" | "programRetentionRate.base";
  "api/v1/dashboard/users/userDashboardInfo/DORMANT_RATE": "dormantRate.percent" | "dormantRate.dormantUsers";
  "api/v1/dashboard/users/userDashboardInfo/LOGINS": "logins.totalLogins" | "logins.uniqueLogins";
  "api/v1/dashboard/users/userDashboardInfo/RETURN_RATE": "returnRate.avgLoginUser" | "returnRate.uniqueReturnLogins" | "returnRate.returnLogins2More";
  "api/v1/dashboard/users/userDashboardInfo/AVERAGE_TENURE": "averageTenure";
  "api/v1/dashboard/users/userDashboardInfo/SATISFACTION": "satisfaction.percent" | "satisfaction.answers";
  "api/v1/dashboard/users/userDashboardInfo/GROUP_MOVES": "groupMoves.movedUp" | "groupMoves.movedDown" | "groupMoves.stayed";
  "api/v1/content/dashboard/info": "article.amount" | "article.views" | "shares.shares" | "shares.prints" | "pollDto.polls" | "pollDto.answers";
  "api/v1/emails/dashboard/info": "deliveryStatus.campaigns" | "deliveryStatus.sent" | "deliveryStatus.delivered" | "deliveryStatus.bounced" | "performanceDto.avgOpen" | "performanceDto.avgClick" | "enrollDto.percent" | "enrollDto.enrollments" | "unsubscribedDto.percent" | "unsubscribedDto.sum" | "linkDto.sum";
  "api/v1/website/dashboard/info": "visitors.sessions" | "visitors.durations" | "visitors.pageViews" | "sourceOfTraffic.direct" | "sourceOfTraffic.searches" | "sourceOfTraffic.emails" | "newReturnVisitors.news" | "newReturnVisitors.returns" | "searchDto.count";
  "api/v1/offer/dashboard/info": "partnerDto.redemptions" | "partnerDto.sales" | "partnerDto.savings" | "partnerDto.savingsPerUser" | "offerDto.totalActiveOffers" | "offerDto.newOffers" | "offerDto.offBoarded" | "totalInteractionDto.totalViews" | "totalInteractionDto.totalIntentToRedeem" | "uniqueInteractionDto.uniqueViews" | "uniqueInteractionDto.uniqueIntentToRedeem" | "uniqueInteractionDto.percent" | "memberUniqueInteractionDto.uniqueViews" | "memberUniqueInteractionDto.uniqueIntentToRedeem";
  "api/v1/content/dashboard/polls/breakdown/info": "pollDto.polls" | "pollDto.answers";
};

/** What some of these calls answer in addition to the cards. */
export type TotalsExtra = {
  "api/v1/website/dashboard/info": { platforms: UnwrappedAnswer<"api/v1/website/dashboard/platforms"> };
  "api/v1/content/dashboard/polls/breakdown/info": { pollList: Data<List<"name", never, "id">> };
};

/** The blocks of each breakdown, by its path without `/breakdowns`. */
export type Breakdowns = {
  "api/v1/dashboard/users/enrollments": {
    ENROLLMENTS_TABLE: Table<"value" | "value2">;
    NEW_ENROLLMENTS_BY_PERIOD: ByPeriod<"value">;
    ENROLLMENTS_BY_PERIOD: ByPeriod<"value">;
    ELIGIBLE_BY_PERIOD: ByPeriod<"value">;
    ENROLLED_TIERS_BY_PERIOD: GroupSeries<"value">;
    ELIGIBLE_TIERS_BY_PERIOD: GroupSeries<"value">;
    NEW_ENROLLMENTS_BY_SOURCE: Bars<"name", "value">;
  };
  "api/v1/dashboard/users/programActiveRate": {
    ACTIVE_USERS_TABLE: Table<"activeUsers" | "enrolled" | "percent">;
    ACTIVE_USERS_BY_PERIOD: ByPeriod<"activeUsers">;
  };
  "api/v1/dashboard/users/engagementRate": {
    ENGAGED_USERS_TABLE: Table<"engagedUsers" | "enrolled" | "percent">;
    ENGAGED_USERS_BY_PERIOD: ByPeriod<"engagedUsers">;
  };
  "api/v1/dashboard/users/programRetentionRate": {
    RETENTION_RATE_TABLE: Table<"percent" | "value2" | "value" | "base">;
    RETENTION_RATE_BY_PERIOD: ByPeriod<"percent">;
  };
  "api/v1/dashboard/users/dormantRate": {
    DORMANT_RATE_TABLE: Table<"dormantUsers" | "enrolledUsers" | "percent">;
    DORMANT_USERS_BY_PERIOD: ByPeriod<"dormantUsers">;
    DORMANT_RATE_BY_PERIOD: ByPeriod<"percent">;
    DORMANT_USERS_BY_AUDIENCE: Groups<"value">;
    DORMANT_RATE_BY_AUDIENCE: Groups<"value">;
  };
  "api/v1/dashboard/users/logins": {
    LOGINS_BY_PERIOD: ByPeriod<"total">;
    UNIQUE_LOGINS_BY_PERIOD: ByPeriod<"unique">;
    LOGINS_TABLE: Table<"total" | "unique">;
  };
  "api/v1/dashboard/users/returnRateFrequency": {
    RETURN_LOGINS_TABLE: Table<"uniqueReturnLogins" | "avgLogins">;
    RETURN_FREQUENCY_TABLE: Table<"logins1_3" | "logins4_7" | "logins8_10" | "logins10">;
  };
  "api/v1/dashboard/users/averageTenure": {
    AVERAGE_TENURE_TABLE: Table<"percent">;
    AVERAGE_TENURE_BY_PERIOD: ByPeriod<"percent">;
  };
  "api/v1/dashboard/users/groupMoves": {
    GROUP_MOVES_FLOW: Flow<"value">;
    GROUP_MOVES_IN_AND_OUT_TABLE: Table<"before" | "joined" | "movedIn" | "movedOut" | "after">;
    GROUP_MOVES_TABLE: Table<"before" | "movedUp" | "movedDown" | "stayed">;
    GROUP_MOVES_BY_PERIOD: ByPeriod<"movedUp" | "movedDown">;
  };
  "api/v1/content/dashboard/articles": {
    ARTICLE_VISITS_BY_AUDIENCE_TABLE: Table<"value">;
    ARTICLE_VISITS_BY_CATEGORY: List<"name", "visits">;
    ARTICLES_VISITED: List<"name", "visits">;
  };
  "api/v1/content/dashboard/sharesAndPrints": {
    SHARES: List<"type" | "page", "count">;
    PRINTS: List<"type" | "page", "count">;
  };
  "api/v1/emails/dashboard/deliveryStatus": {
    DELIVERY_STATUS_TABLE: Table<"sent" | "delivered" | "bounced">;
    DELIVERY_STATUS_BY_PERIOD: ByPeriod<"sent" | "delivered" | "bounced">;
    DELIVERY_STATUS_BY_CAMPAIGN_TABLE: List<"name" | "sentTime", "sent" | "delivered" | "bounced">;
  };
  "api/v1/emails/dashboard/performance": {
    PERFORMANCE_TABLE: Table<"uniqueOpens" | "avgOpen" | "uniqueClicks" | "avgClick" | "totalDelivered">;
    PERFORMANCE_BY_PERIOD: ByPeriod<"uniqueOpens" | "uniqueClicks">;
    PERFORMANCE_BY_PERIOD_AVERAGE: ByPeriod<"avgOpen" | "avgClick">;
    PERFORMANCE_BY_CAMPAIGN_TABLE: List<"name" | "sentTime", "uniqueOpens" | "avgOpen" | "uniqueClicks" | "avgClick" | "totalDelivered">;
  };
  "api/v1/emails/dashboard/enroll": {
    ENROLL_TABLE: Table<"enrollments" | "delivered" | "percent">;
    ENROLL_BY_PERIOD: ByPeriod<"enrollments">;
    ENROLL_BY_CAMPAIGN_TABLE: List<"name" | "sentTime", "totalDelivered" | "enroll" | "percent">;
  };
  "api/v1/emails/dashboard/unsubscribed": {
    UNSUBSCRIBED_TABLE: Table<"sum" | "delivered" | "percent">;
    UNSUBSCRIBED_BY_PERIOD: ByPeriod<"sum">;
    UNSUBSCRIBED_BY_CAMPAIGN_TABLE: List<"name" | "sentTime", "totalDelivered" | "unsubscribed" | "percent">;
  };
  "api/v1/emails/dashboard/linksClicked": {
    CLICKS_TABLE: Table<"value">;
    CLICKS_BY_PERIOD: ByPeriod<"value">;
    CLICKED_LINKS: List<"link", "total" | "percent">;
  };
  "api/v1/website/dashboard/siteVisitors": {
    VISITORS_BY_PERIOD: Months<"sessions" | "pageViews" | "durations">;
  };
  "api/v1/offer/dashboard/partners": {
    BY_PERIOD: ByPeriod<"redemptions" | "sales" | "savings" | "savingsPerUser">;
    PARTNERS: List<"name", "redemptions" | "sales" | "savings" | "savingsPerUser">;
  };
  "api/v1/offer/dashboard/offers": {
    CATEGORIES: List<"name", "totalActiveOffers" | "newOffers" | "offBoarded">;
    OFFERS_BY_PERIOD: ByPeriodTotals<"totalActiveOffers" | "newOffers">;
    OFFERS_TABLE: Lists<"totals" | "news", "name" | "catName", never>;
  };
  "api/v1/offer/dashboard/totalInteraction": {
    OFFERS_BY_AUDIENCE_TABLE: Table<"totalViews" | "totalIntentToRedeem">;
    VISITS_BY_PERIOD: ByPeriod<"totalViews" | "totalIntentToRedeem">;
    CATEGORIES: List<"name", "totalViews" | "totalIntentToRedeem">;
    OFFERS: List<"name", "totalViews" | "totalIntentToRedeem">;
  };
  "api/v1/offer/dashboard/uniqueInteraction": {
    OFFERS_BY_AUDIENCE_TABLE: Table<"uniqueViews" | "uniqueIntentToRedeem" | "percent">;
    VISITS_BY_PERIOD: ByPeriod<"uniqueViews" | "uniqueIntentToRedeem">;
    CATEGORIES: List<"name", "uniqueViews" | "uniqueIntentToRedeem" | "percent">;
    OFFERS: List<"name", "uniqueViews" | "uniqueIntentToRedeem" | "percent">;
  };
  "api/v1/offer/dashboard/memberUniqueInteraction": {
    OFFERS_BY_AUDIENCE_TABLE: Table<"uniqueViews" | "uniqueIntentToRedeem">;
    VISITS_BY_PERIOD: ByPeriod<"uniqueViews" | "uniqueIntentToRedeem">;
  };
};

/** The data of each breakdown that answers without blocks around them. */
export type UnwrappedBreakdowns = {
  "api/v1/website/dashboard/sourceOfTraffic": {
    names: Column<"name", never>;
    sessions: Column<never, "sessions">;
    pageviews: Column<never, "pageviews">;
  };
  "api/v1/website/dashboard/onSiteSearches": {
    searchDto: CardFigures<"count">;
    searchTerms: Pairs<"query", "count">;
  };
  "api/v1/website/dashboard/platforms": {
    DeviceCategory: Slices<"sessions">;
    Browser: Slices<"sessions">;
    OperatingSystem: Slices<"sessions">;
    ScreenResolution: Slices<"sessions">;
  };
};

/** The calls that answer a list. */
export type RowsCalls = {
  "api/v1/emails/dashboard/screens": List<"campaign" | "name" | "subject" | "ssl" | "link", never>;
  "api/v1/emails/dashboard/getCampaigns": List<"name", never, "id" | "campaigntypeid">;
  "api/v1/emails/dashboard/getCampaignsTypes": List<"name", never, "id">;
  "api/v1/offer/dashboard/getOffers": List<"name", never, "id" | "categoryPrimary">;
  "api/v1/offer/dashboard/getOffersCategories": List<"name", never, "id">;
  "api/v1/offer/dashboard/getOffersPartners": List<"partner", never, "id">;
  "api/v1/emails/dashboard/schedules": List<"date" | "dayOfWeek" | "audience" | "enrollmentStatus" | "notes", never>;
};

/** What the call of one poll answers. */
export type Polls = {
  "api/v1/content/dashboard/polls/breakdown": {
    pollAnswers: List<"name", "answerCount" | "percent", "index">;
    POLL_ANSWERS_BY_AUDIENCE_TABLE: PollTable<"value">;
  };
};

/** A row of a list: texts and numbers by name. */
export type Row<T extends string, N extends string> = { [K in T]: string } & { [K in N]: number | null } & Hiding<N>;
/** Which figures of a row are null because they are hidden, and why. */
export type Hiding<N extends string> = { hidden?: { [K in N]?: Hidden } };
/** A row of a table: a group's name, its figures, and its second level. */
export type FigureRow<F extends string> = { name: string; isTotal: boolean; records: FigureRow<F>[] } & { [K in F]: number | null } & Hiding<F>;
/** A name, its figure, and the figure of each month as yyyy-mm. */
export type Slice = [name: string, value: number, months: [month: string, value: number][]];

/** What a block answers: its figures, the texts of its rows, and its data. */
type Shaped<S extends string, F extends string, T extends string, D> = { shape: S; figure: F; text: T; data: D };

/** One row per period; with viewBy, one list of such rows per group. */
export type ByPeriod<F extends string> = Shaped<"byPeriod", F, never, PeriodRow[] | GroupRows[]>;
/** One row per period. */
export type ByPeriodTotals<F extends string> = Shaped<"byPeriodTotals", F, never, PeriodRow[]>;
/** One line per group of one grouping. */
export type GroupSeries<F extends string> = Shaped<"series", F, never, GroupRows[]>;
/** One row per group, in one or two levels, the total last. */
export type Table<F extends string> = Shaped<"table", F, never, FigureRow<F>[]>;
/** A table with the answers to each option of a poll and their sum. */
export type PollTable<F extends string> = Shaped<"pollTable", F, never, PollRow<F>[]>;
export type PollRow<F extends string> = { name: string; isTotal: boolean; records: PollRow<F>[]; answers: (number | null)[] } & { [K in F]: number | null } & Hiding<F | "answers">;
/** How many members moved from group to group, or stayed. A group without a name is of none that is chosen. */
export type Flow<F extends string> = Shaped<"flow", F, "from" | "to" | "way", FlowRow<F>[]>;
export type FlowRow<F extends string> = { from: string; to: string; way: "joined" | "stayed" | "up" | "down" | "moved" } & { [K in F]: number | null } & Hiding<F>;
/** One figure per group. */
export type Groups<F extends string> = Shaped<"groups", F, "name", Row<"name", F>[]>;
/** One figure per item. */
export type Bars<T extends string, F extends string> = Shaped<"bars", F, T, Row<T, F>[]>;
/** One row per item; N are the numbers that are no figures, such as ids. */
export type List<T extends string, F extends string, N extends string = never> = Shaped<"list", F, T, (Row<T, F> & { [K in N]: number })[]>;
/** Several lists under their keys. */
export type Lists<K extends string, T extends string, F extends string> = Shaped<"lists", F, T, Record<K, Row<T, F>[]>>;
/** One object per month, dated yyyy-mm. */
export type Months<F extends string> = Shaped<"months", F, never, Row<"date", F>[]>;
/** One column of a list. */
export type Column<T extends string, F extends string> = Shaped<"column", F, T, [F] extends [never] ? string[] : number[]>;
/** One text and one figure per item. */
export type Pairs<T extends string, F extends string> = Shaped<"pairs", F, T, [text: string, value: number][]>;
/** A name, its figure, and that of each month. */
export type Slices<F extends string> = Shaped<"slices", F, "name", Slice[]>;
/** The figures of a card. */
export type CardFigures<F extends string> = Shaped<"card", F, never, { [K in F]: number }>;

/** Any shape. */
export type Shape = Shaped<string, string, string, unknown>;
/** The figures of a shape. */
export type Figure<S> = S extends Shape ? S["figure"] : never;
/** The texts in the rows of a shape. */
export type Text<S> = S extends Shape ? S["text"] : never;
/** The data of a shape. */
export type Data<S> = S extends Shape ? S["data"] : never;

/** A block of one shape, as its call answers it. */
export type BlockOf<S> = Omit<Block, "data"> & { data: Data<S> };
/** A block of any shape. */
export type AnyBlock = BlockOf<Shape>;
/** The blocks of a breakdown, as its call answers them. */
export type BreakdownAnswer<P extends BreakdownPath> = { [B in keyof Breakdowns[P]]: BlockOf<Breakdowns[P][B]> };
/** What a breakdown answers that has no blocks around its data. */
export type UnwrappedAnswer<P extends UnwrappedPath> = {
  [B in keyof UnwrappedBreakdowns[P]]: Data<UnwrappedBreakdowns[P][B]>;
} & ("slices" extends (UnwrappedBreakdowns[P][keyof UnwrappedBreakdowns[P]] & Shape)["shape"]
  ? { periods: ChartPeriod[] }
  : unknown) &
  ("pairs" extends (UnwrappedBreakdowns[P][keyof UnwrappedBreakdowns[P]] & Shape)["shape"]
    ? { partial?: string[] }
    : unknown);
/** The rows that a call answers. */
export type RowsAnswer<P extends RowsPath> = Data<RowsCalls[P]>;
/** The answer of a call with cards: an object per card, and the comparison of every metric. */
export type TotalsAnswer<P extends TotalsPath = TotalsPath> = {
  compare: { [M in TotalsMetrics[P]]: Change };
  comparedWith: ComparedWith;
} & {
  [C in CardOf<TotalsMetrics[P]>]: [FieldOf<TotalsMetrics[P], C>] extends [never]
    ? CardTenure
    : Record<FieldOf<TotalsMetrics[P], C>, number | null> & Hiding<FieldOf<TotalsMetrics[P], C>>;
} & (P extends keyof TotalsExtra ? TotalsExtra[P] : unknown);
/** Null where it is hidden. */
export type CardTenure = { [K in keyof Tenure]: number | null } & Hiding<"years">;
type CardOf<M extends string> = M extends `${infer C}.${string}` ? C : M;
type FieldOf<M extends string, C extends string> = M extends `${C}.${infer F}` ? F : never;

/** Every call with blocks. */
export type Screens = Breakdowns & UnwrappedBreakdowns & Polls;
/** The path of a breakdown, without `/breakdowns`. */
export type BreakdownPath = keyof Breakdowns;
/** The path of a breakdown that answers without blocks around its data, without `/breakdowns`. */
export type UnwrappedPath = keyof UnwrappedBreakdowns;
/** The path of a call that answers a list. */
export type RowsPath = keyof RowsCalls;
/** The path of a call that answers cards. */
export type TotalsPath = keyof TotalsMetrics;
