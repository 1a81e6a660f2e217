/**
 * The texts of the lazily loaded screens, one object per dashboard. Texts given by
 * the specification are verbatim. The texts of the first screen are in `src/copy.ts`.
 */

/** The header of a column with ranks. */
export const rank = "Rank";

/** Member Dashboard and its breakdowns. */
export const members = {
  cards: {
    activeRate: "Program Active Rate",
    retention: "Program Retention Rate",
    satisfaction: "Satisfaction",
    tenure: "Program Average Tenure",
    dormant: "Dormant Rate",
    moves: "Moves between Tiers",
  },
  lifetime: "Program Lifetime Metrics",
  asOfEnd: (period: string) => `As of the end of each ${period}`,
  registrations: {
    newByPeriod: "New Registrations by Period",
    byPeriod: "Registrations by Period",
    table: "Registrations",
    bySource: "New Registrations by Source",
    eligibleByPeriod: "Eligible Members by Period",
    byTier: "Registrations by Tier",
    eligibleByTier: "Eligible Members by Tier",
  },
  activeRate: {
    byPeriod: "Active Members by Period",
    table: "Active Members",
  },
  engagement: {
    byPeriod: "Engaged Users by Period",
    table: "Engaged Members",
    membersOf: (period: string) => `Engaged members of each ${period}`,
  },
  tenure: {
    byPeriod: "Average Tenure by Period (Months)",
    table: "Average Tenure(Months)",
  },
  retention: { table: "Program Retention Rate" },
  dormant: {
    membersByPeriod: "Dormant Members by Period",
    rateByPeriod: "Dormant Rate by Period",
    membersByAudience: "Dormant Members by Audience",
    rateByAudience: "Dormant Rate by Audience",
    table: "Dormant Rate",
  },
  logins: {
    byPeriod: "Logins by Period",
    uniqueByPeriod: "Unique Logins by Period",
    table: "Total / Unique Logins",
    all: "All logins",
    membersOnce: (period: string) => `Members counted once per ${period}`,
  },
  moves: {
    about: "Where members were on the day before the period, and where they are on its last day.",
    flow: "From Group to Group",
    inAndOut: "In and Out of Groups",
    addsUp:
      "Members on the day before, plus those who joined or moved in, minus those who moved out, make the members on the last day.",
    upByPeriod: "Moved Up by Period",
    downByPeriod: "Moved Down by Period",
    table: "What Became of Members",
    byDayBefore: "With groups as they were, members count in the group of the day before the period.",
  },
  returns: {
    logins: "Return Logins",
    frequency: "Return Frequency",
    frequencyHint: "Members by their number of logins in the period",
  },
} as const;

/** Content Dashboard and its breakdowns. */
export const content = {
  articles: {
    title: "Articles",
    byAudience: "Article Visits by Audience",
    byCategory: "Article Visits by Category",
    visited: "Articles Visited",
    category: "Category",
    name: "Name",
  },
  shares: {
    title: "Shares and Prints",
    shares: "Shares",
    prints: "Prints",
    type: "Type",
    page: "Page",
  },
  polls: {
    title: "Polls",
    choose: "Choose Poll",
    none: "None",
    chooseTitle: "No poll is chosen",
    chooseHint: "Choose a poll to see how it was answered.",
    notOpenTitle: "This poll is not open in this period",
    notOpenHint: "Choose a longer period, or another poll.",
    noPolls: "No poll is open in this period",
    answers: "Poll Question and Answers",
    option: "Option",
    pollOrder: "The options are in the order of the poll.",
    count: "Answers",
    percent: "%",
    byAudience: "Poll Answers by Audience",
    optionDefinition: "Answers with this option in the period, and their share of all answers in the row.",
  },
} as const;

/** Emails Dashboard and its screens. */
export const emails = {
  cards: {
    delivery: "Delivery Status",
    performance: "Performance",
    registration: "Register %",
    links: "Links Clicked",
  },
  campaign: "Campaign",
  sentDate: "Sent Date",
  bySending: (period: string) => `By ${period} sent`,
  schedule: {
    title: "Planned Emails",
    hint: "Planned from today on. Another period or Show all adds earlier emails.",
    date: "Date",
    day: "Day",
    audience: "Audience",
    registrationStatus: "Registration Status",
    note: "Note",
  },
  screens: {
    title: "Campaign Screens",
    subject: "Subject",
    ssl: "SSL",
    sslMeans: "Second subject line: the preview text that many email programs show after the subject.",
    link: "Preview Link",
    open: "Preview",
  },
  links: {
    byPeriod: "Clicks by Period",
    byClick: (period: string) => `By ${period} of the click`,
    table: "Clicks",
    list: "Clicked Links",
    link: "Link",
  },
  unsubscribed: {
    byPeriod: "Unsubscribers by Period",
    pie: "Unsubscribed Breakdown",
    pieHint: "By line of business",
    unsubscribers: "Unsubscribers",
    table: "% of Unsubscribed",
    byCampaigns: "Unsubscribed by Campaigns",
  },
  delivery: {
    byPeriod: {
      sent: "Sent by Period",
      delivered: "Delivered by Period",
      bounced: "Bounced by Period",
    },
    table: "Delivery Status By Audience",
    byCampaigns: "Delivery Status by Campaigns",
  },
  registration: {
    byPeriod: "Registrations by Period",
    table: "% Register",
    byCampaigns: "Registered by Campaigns",
  },
  performance: {
    byPeriod: {
      uniqueOpens: "Unique Open by Period",
      uniqueClicks: "Unique Click by Period",
      avgOpen: "Avg. Open % by Period",
      avgClick: "Avg. Click % by Period",
    },
    table: "Performance By Audience",
    byCampaigns: "Performance by Campaigns",
  },
} as const;

/** Website Dashboard and its breakdowns. */
export const website = {
  provider: "The data on this page comes directly from a web analytics provider.",
  visitors: "Website Visitors",
  source: "Source of Traffic",
  platforms: "Platforms",
  newReturning: "New / Returning Visitors",
  searches: "On-site Search",
  sessions: "Sessions",
  dimensions: {
    DeviceCategory: "Devices",
    Browser: "Browsers",
    OperatingSystem: "Operating System",
    ScreenResolution: "Screen Resolutions",
  },
  byPeriod: (title: string) => `${title} by Period`,
  perMonth: "Sessions per month",
  shareOfSessions: "Share of sessions",
  bySource: "Sessions and Pageviews by Source",
  visitorsByPeriod: {
    sessions: "Sessions by Period",
    pageViews: "Pageviews by Period",
    durations: "Average Session Duration by Period",
  },
  searchTerms: "On-site Searches",
  query: "Site Search Query",
} as const;

/** Offers Dashboard and its breakdowns. */
export const offers = {
  partners: "Partners",
  offers: "Offers",
  totalInteractions: "Offers Total Interactions",
  uniqueInteractions: "Offers Unique Interactions",
  memberUniqueInteractions: "Member Unique Interactions",
  category: "Category",
  categories: "Categories",
  offer: "Offer",
  byPeriod: "Total and New Offers by Period",
  partner: "Partner",
  partnersByPeriod: {
    redemptions: "Redemptions by Period",
    sales: "Sales by Period",
    savings: "Savings by Period",
    savingsPerUser: "Savings per Member by Period",
  },
  byAudience: "Offers by Audience",
  total: {
    viewsByPeriod: "Visits By Period",
    intentsByPeriod: "Intent to Redeem by Period",
  },
  unique: {
    viewsByPeriod: "Unique Visits By Period",
    intentsByPeriod: "Unique Intent to Redeem by Period",
    perPair: (period: string) => `Members counted once per offer and ${period}`,
  },
  memberUnique: {
    viewsByPeriod: "Member Unique Visits By Period",
    intentsByPeriod: "Member Unique Intent to Redeem by Period",
    perMember: (period: string) => `Members counted once per ${period}`,
  },
} as const;

/** A route that offers an upgrade. */
export type UpsellRoute = "bond-insights" | "recommendations";

/** BOND Insights and Recommendations. */
export const upsell = {
  kind: "Upgrade",
  pages: {
    "bond-insights": {
      product: "BOND Insights",
      title: "Unlock advanced analytics",
      text: "Your dashboards show the figures. BOND Insights takes the analysis further.",
    },
    recommendations: {
      product: "Recommendations",
      title: "Unlock recommendations",
      text: "Your dashboards show what happened. Recommendations suggest what to do next.",
    },
  },
  contact: (product: string) => `To upgrade to ${product}, contact your account manager.`,
  write: "Write to your account manager",
  writeHint: (mail: string | undefined) =>
    mail === undefined
      ? "Opens a draft in your email program. You fill in the address."
      : `Opens a draft to ${mail} in your email program.`,
  manager: "Your account manager",
  draftSubject: (product: string) => `Upgrade to ${product}`,
  draftBody: (product: string, program: string | undefined) =>
    `We would like to upgrade ${program ?? "our program"} to ${product}. Please tell us what it takes.`,
  already: "On your dashboards today",
  shows: {
    "executive-summary": "The program's indicators and pinned metrics on one screen",
    "user-dashboard": "Who registers, logs in and comes back",
    "emails-dashboard": "What is delivered, opened and clicked",
    "offers-dashboard": "Which partners and offers members choose",
    "content-dashboard": "What members read, share and answer in polls",
  },
} as const;

/** The screen without content. */
export const nothingHere = {
  title: "There is nothing to show here",
  detail: "Articles, shares and polls are on the Content Dashboard. Your filters apply there too.",
} as const;

/** The choice of the cards of the Program Monitor. */
export const pins = {
  hint: "Drag, or use the arrows. Your choice is yours alone; files and links have the first six cards.",
  list: "Pinned cards",
  up: (title: string) => `Move up: ${title}`,
  down: (title: string) => `Move down: ${title}`,
  remove: (title: string) => `Unpin: ${title}`,
  moved: (title: string, place: number, count: number) => `${title}: ${place} of ${count}`,
  reset: "Reset to the first six",
  others: "More cards",
  add: (title: string) => `Pin: ${title}`,
  noneTitle: "No card is pinned",
  noneHint: "Arrange has all cards that are open to you.",
} as const;
