/**
 * Every text of the first screen and the shared parts; `screens/copy.ts` has the rest. Texts given by the
 * specification are verbatim.
 */

/** Sidebar, header, menus, score. */
export const shell = {
  product: "BOND",
  productKind: "Analytics",
  titleSuffix: "BOND Analytics",
  skipLink: "Skip to content",
  mainMenu: "Main menu",
  openMenu: "Open menu",
  closeMenu: "Close menu",
  close: "Close",
  loading: "Loading...",
  pro: "Pro",
  account: (firstName: string) => `Account of ${firstName}`,
  signOut: "Sign Out",
  help: "Help",
  manual: "Using Bond",
  search: "Search",
  shortcuts: "Keyboard shortcuts",
  pressKeys: (keys: string) => `Press ${keys.replace(" ", ", then ")}`,
  autoApply: "Apply filters automatically",
  autoApplyHint: "5 seconds after a change",
  toDark: "Use the dark theme",
  toLight: "Use the light theme",
  dataThrough: (day: string) => `Data through ${day}`,
  late: (names: string) => `Late: ${names}.`,
  old: (days: string) => `No newer data for ${days} ${days === "1" ? "day" : "days"}.`,
  noDays: "No daily data loaded yet",
  noData: "No data loaded yet",
  bring: "Bring your data",
  demo: "Demo",
  dismiss: "Dismiss notification",
  notifications: "Notifications",
} as const;

/** Data that can be late, by the table of the feed. */
export const lateTables = {
  memberships: "past groups of members",
  logins: "logins",
  offer_interactions: "offer views and clicks",
  partner_transactions: "purchases",
  email_messages: "email messages",
  email_link_clicks: "email link clicks",
  web_sessions: "website sessions",
  site_searches: "site searches",
  article_views: "article views",
  content_actions: "shares and prints",
  poll_answers: "poll answers",
  csat_responses: "satisfaction answers",
  fa_activity: "FA activity",
} as const;

/** What a figure lacks where no load fills a column of a table, in the middle of a sentence. */
export const columns = {
  "email_messages.opened_at": "opens of emails",
  "email_messages.clicked_at": "clicks in emails",
  "email_messages.unsubscribed_at": "unsubscribes",
  "email_messages.registered_at": "registrations from emails",
  "partner_transactions.sales": "partner sales",
  "partner_transactions.savings": "savings",
  "web_sessions.pageviews": "page views",
  "web_sessions.duration_seconds": "session durations",
  "web_sessions.visitor_type": "new and returning visitors",
} as const;

/** In the place of a screen that the user's roles do not open. */
export const forbidden = {
  title: "Not available to you",
  detail: "Your roles give no access to this screen. An administrator can change that.",
} as const;

/** In the place of a screen that the program does not use. */
export const unused = {
  title: "Not part of this program",
  detail: (dashboard: string) =>
    `This program does not use the ${dashboard}. An administrator can change that in the settings.`,
} as const;

/** The BOND Score: gauge, breakdown panel, detail view. */
export const score = {
  name: "BOND Score",
  outOf: "out of 100",
  see: "See Breakdown",
  closePanel: "Close Breakdown",
  mom: "MoM",
  forGroups: (ticked: number, listed: number) => `for ${ticked} of ${listed} groups`,
  forOnly: (name: string) => `for ${name}`,
  lastMonth: (value: string) => `${value} last month`,
  asOf: (day: string) => `as of ${day}`,
  panelTitle: "Score breakdown",
  makesUp: (value: string) => `What makes up ${value} out of 100`,
  noScore: "No score yet",
  notEnoughData: "Not enough data",
  lastDays: (days: number, day: string) => `Last ${days} days to ${day}`,
  thisPeriod: (value: string) => `this period: ${value}`,
  ofPoints: (earned: string, possible: string) => `${earned} of ${possible} points`,
  target: (value: string) => `Target ${value}`,
  towardsTarget: (label: string) => `${label}, towards its target`,
  notApplicable: "Not part of the score: its data have never been loaded.",
  insufficient: "Not part of the score: too little data in these 90 days.",
  leftOut: "Not part of the score: the method gives it no weight.",
  hidden: "Not part of the score: too few members are behind it to show it.",
  noLastMonth: "No score for last month",
  unchanged: "Unchanged since last month",
  failed: "The score could not be loaded",
  openWhy: "Why it moved, and points to gain",
  method: (name: string) => `Method ${name}`,
  coverageShare: (share: string) => `${share} of the weight counts`,
  spoken: {
    none: "BOND Score: no score yet",
    asOf: (day: string) => `As of ${day}`,
    value: (value: string) => `BOND Score ${value} out of 100`,
    move: (points: string, up: boolean, before: string) =>
      `${up ? "Up" : "Down"} ${points} points since last month (${before})`,
    withinChance: "That is within chance",
  },
} as const;

/** Sign-in and the other session pages. */
export const session = {
  loginPage: "Sign in",
  signedOutTitle: "Signed out",
  expiredTitle: "Session expired",
  reconnecting: "Reconnecting…",
  waiting: (seconds: string) => `The server is busy. The figures should be here in about ${seconds} s.`,
  ssoTitle: "Single sign-on",
  setUpTitle: "Welcome to Bond",
  choosePasswordTitle: "Choose a password",
} as const;

/** The error catalogue. */
export const errors = {
  again: "Try again",
  failed:
    "Operation failed. Please try again and if an error occurs again please contact your administrator.",
  notFoundTitle: "Page not found",
  crashTitle: "This page could not be shown",
} as const;

/** The filter bar. */
export const filters = {
  bar: "Filters",
  period: "Period",
  failed: "The filters could not be loaded",
  groupsFilter: "User groups",
  /** Beside the chosen groups, where members have moved. */
  groupsAsOf: { NOW: "as they are now", WINDOW: "as they were then" },
  periods: {
    SELECTED_DATE: "Custom",
    LAST_7DAYS: "Last 7 days",
    LAST_30DAYS: "Last 30 days",
    LAST_90DAYS: "Last 90 days",
    LAST_12MONTHS: "Last 12 months",
    PREVIOUS_YEAR: "Last calendar year",
    THIS_YEAR: "This year",
    LAST_FULL_WEEK: "Last full week",
    LAST_FULL_MONTH: "Last full month",
    LAST_FULL_QUARTER: "Last full quarter",
    YESTERDAY: "Yesterday",
    MONTH_TO_DATE: "Month to date",
    QUARTER_TO_DATE: "Quarter to date",
  },
  /** By list; `filters/groupings` has those of the groupings. */
  lists: {
    campaigns: "Campaigns",
    campaignsTypes: "Campaign types",
    offers: "Offers",
    offersCategories: "Offer categories",
  },
  emptyLists: {
    campaigns: "No campaigns found",
    campaignsTypes: "No campaigns types found",
    offers: "No offers found",
    offersCategories: "No offer categories found",
  },
  noneTicked: {
    campaigns: "None Campaigns",
    campaignsTypes: "None Campaigns Types",
    offers: "No offers",
    offersCategories: "No offer categories",
  },
  singular: {
    campaigns: "campaign",
    campaignsTypes: "campaign type",
    offers: "offer",
    offersCategories: "offer category",
  },
  nothingChosen: (names: readonly string[]) => `No ${names.join(" and no ")} is chosen`,
  allAreZero: (reason: string) => `${reason}: all figures are 0.`,
  all: "All",
  /** What a filter says where all are chosen: of user groups, and of campaigns and offers. */
  allGroups: "All",
  allItems: "All",
  counted: (ticked: number, listed: number) => `${ticked} of ${listed}`,
  changed: "Some filters have changed.",
  applied: "The filters are applied.",
  applyingIn: (seconds: number) => `Applying in ${seconds} s`,
  appliesAfterClosing: (seconds: number) => `Applies ${seconds} s after closing`,
  reset: "Reset",
  apply: "Apply",
  resetAll: "Reset filters",
  comparisons: {
    PREVIOUS_PERIOD: "Previous period",
    SAME_DATES_LAST_YEAR: "Same dates last year",
    SAME_WEEKDAYS_LAST_YEAR: "Same weekdays last year",
    PREVIOUS_FULL_PERIOD: "Previous full period",
    SELECTED_DATES: "Other dates",
    NONE: "No comparison",
  },
  comparedWith: (range: string) => `Compared with ${range}`,
  comparisonName: (comparison: string) => `(${comparison.toLowerCase()})`,
  notCompared: "Compared with no other period",
  dataTo: (day: string) => `(data to ${day})`,
  compareWithLastYear: "Compare with the same dates last year",
} as const;

/** The heading of changes by their comparison; without one there are no changes. */
const CHANGE_HEADINGS = {
  PREVIOUS_PERIOD: "Period Over Period",
  SAME_DATES_LAST_YEAR: "Year Over Year",
  SAME_WEEKDAYS_LAST_YEAR: "Over Weekdays Last Year",
  PREVIOUS_FULL_PERIOD: "Over Previous Full Period",
  SELECTED_DATES: "Over Other Dates",
} as const;

/** Cards, charts and tables. */
export const blocks = {
  trends: "Trends",
  trendsOf: (title: string) => `Trends for ${title}`,
  seeBreakdown: "See Breakdown",
  seeBreakdownOf: (title: string) => `See Breakdown of ${title}`,
  explore: "Explore",
  exploreOf: (title: string) => `Explore ${title}`,
  definitionOf: "What it means",
  definitionFailed: "The definition could not be loaded.",
  lowerIsBetter: "lower is better",
  withinChance: "within chance",
  withinChanceHint: "Chance alone can change it this much",
  growsSentence: "It grows with the length of the period, so compare periods of the same length.",
  lowerIsBetterSentence: "Lower is better.",
  noChange: "–",
  /** Figures of what is not loaded. */
  noData: {
    table: (table: string) => `no ${table} loaded`,
    days: "no data",
    daysInFull: (table: string) => `no day of this period is loaded: ${table}`,
    before: "no data before",
  },
  /** Figures that are hidden because of small groups; `least` is the fewest members that a figure may be about. */
  hidden: {
    few: (least: number) => `< ${least}`,
    fewInFull: (least: number) => `fewer than ${least} members`,
    fewInFile: (least: number) => `fewer than ${least}`,
    other: "hidden",
    otherInFull: (least: number) => `hidden: it would reveal a figure of fewer than ${least} members`,
    eitherInFull: (least: number) =>
      `hidden: fewer than ${least} members are behind it, or behind a figure that it would reveal`,
    noChange: "hidden figure",
    note: (count: number, least: number) =>
      `${count} ${count === 1 ? "figure is" : "figures are"} hidden because fewer than ${least} members are behind ${
        count === 1 ? "it, or behind one that it" : "them, or behind one that they"
      } would reveal.`,
  },
  noComparison: "No comparison",
  wasZero: "was 0 before",
  wasNegative: "was below 0 before",
  points: (difference: string) => `${difference} points`,
  /** The previous value of a figure, on a card. */
  from: {
    PREVIOUS_PERIOD: (before: string) => `from ${before}`,
    SAME_DATES_LAST_YEAR: (before: string) => `from ${before} last year`,
    SAME_WEEKDAYS_LAST_YEAR: (before: string) => `from ${before} last year`,
    PREVIOUS_FULL_PERIOD: (before: string) => `from ${before} in the previous full period`,
    SELECTED_DATES: (before: string) => `from ${before}`,
    NONE: () => "",
  },
  /** The previous value of a figure, in a summary. */
  fromBefore: {
    PREVIOUS_PERIOD: (before: string) => `from ${before} in the previous period`,
    SAME_DATES_LAST_YEAR: (before: string) => `from ${before} on the same dates last year`,
    SAME_WEEKDAYS_LAST_YEAR: (before: string) => `from ${before} on the same weekdays last year`,
    PREVIOUS_FULL_PERIOD: (before: string) => `from ${before} in the previous full period`,
    SELECTED_DATES: (before: string) => `from ${before} on the other dates`,
    NONE: () => "",
  },
  increase: "up",
  decrease: "down",
  unchanged: "unchanged",
  indicators: {
    caption: "Indicators of the program",
    indicator: "Indicators",
    value: "Value",
    change: CHANGE_HEADINGS,
    trend: "Trend",
    explore: "Explore",
    short: {
      TOTAL_ENROLLED_USERS: "Logged in at least once",
      UNIQUE_LOGINS: "Members who logged in during the period",
      TOTAL_ACTIVE_USERS: "At least 2 sessions with the minimum activity",
      TOTAL_ENGAGED_USERS: "At least 3 sessions with the minimum activity",
    },
    ofRegistered: "of registered members",
    ofEligible: "of eligible members",
  },
  /** The days that an unfinished period counts. */
  toDay: (day: string) => `to ${day}`,
  lineText: (first: string, last: string) => `The line starts at ${first} and ends at ${last}.`,
  pointText: (label: string, value: string) => `${label}: ${value}`,
  lastPointTo: (day: string) => `The last point covers the days up to ${day}.`,
  chartLoading: "Loading the chart",
  failedTitle: (what: string) => `${what} could not be loaded`,
} as const;

/** The trends panel. */
export const explain = {
  whyOf: (label: string) => `Why did ${label} move?`,
  title: "Why it moved",
} as const;

/** Dashboards and breakdowns. */
export const screens = {
  greeting: (firstName: string) => `Hello, ${firstName}!`,
  offersByResult: "Which offers brought most",
  whatHappened: "What happened",
  atAGlance: "Everything you need at a glance.",
  pinned: "Pinned Metrics",
  pin: (title: string) => `Pin to the Program Monitor: ${title}`,
  arrange: "Arrange",
  arranged: "Done",
  backTo: (title: string) => `Back to ${title}`,
  summary: "Summary",
  keyFigures: "Key figures",
  export: "Export",
  share: "Share",
  monitor: {
    partners: "Partners",
    registrations: "Registrations",
    engagement: "Program Engagement Rate",
    logins: "Logins",
    returns: "Return Logins and Frequency",
    unsubscribed: "% of Unsubscribed",
  },
} as const;
