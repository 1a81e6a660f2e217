/** The texts about issued figures. */
export const issued = {
  title: "As issued and as of today",
  lead: (days: number) =>
    `Each point covers the ${days} days up to its date, for all members. Filters do not apply.`,
  now: "Today",
  issued: "Issued",
  day: "Day",
  why: "Why they differ",
  chart: (label: string) => `${label} as issued, and computed from today's data`,
  table: "Days that differ",
  differ: (differing: number, days: number) =>
    `${differing} of ${days} issued values ${differing === 1 ? "has" : "have"} changed since.`,
  more: (days: number) => `${days} earlier ${days === 1 ? "day differs" : "days differ"}, too.`,
  open: (days: number) =>
    `${days} earlier ${days === 1 ? "day is" : "days are"} not compared. Choose a period that ends earlier to compare ${days === 1 ? "it" : "them"}.`,
  receiptOf: "Receipt of",
  failed: "Issued figures could not be loaded",
} as const;

/** The texts of an explanation. */
export const explanation = {
  titleOf: (label: string) => `Why ${label} moved`,
  alertMe: "Alert me…",
  dividedBy: "Broken down by",
  within: "Inside, by",
  causes: "Causes",
  cause: "Cause",
  before: "Before",
  now: "Now",
  share: "Share",
  shareHint: "Its share of the total; for a rate, of the denominator",
  weight: "Weight",
  weightHint: "The points of the score that a part can earn; within a part, the share of its denominator",
  effect: "Effect",
  /** The units of effects: of a percentage and of the score, points. */
  units: { percent: "points", months: "months", seconds: "seconds", money: "", count: "", decimal: "" },
  split: (rate: string, mix: string) => `${rate} by itself, ${mix} by its share`,
  open: (name: string) => `Break down ${name}`,
  close: (name: string) => `Close ${name}`,
  standsOut: "stands out",
  largest: "largest",
  hidden: "too few members",
  tooFewToDivide: "Too few members to break it down",
  chance: (error: string) => `Chance alone typically moves it by about ${error}.`,
  months: (error: string) => `${error} months`,
  lessThan: (amount: string) => `less than ${amount}`,
  perDay: (now: string, before: string) => `Per day: ${now}, before ${before}.`,
  failed: "The explanation could not be loaded",
  nothing: "There is nothing to explain",
  total: "Change",
  points: (change: string) => `${change} points`,
  periods: (now: string, before: string) => `${now}, compared with ${before}`,
  /** The score is of some days to the end of the period, whatever its start. */
  scored: (days: number, day: string) =>
    `The score covers the ${days} days to ${day}. Only the end of the chosen period counts.`,
  scoredSince: (days: number, day: string, before: string) =>
    `The score of the ${days} days to ${day}, compared with that of the ${days} days to ${before}. Only the end of the chosen period counts.`,
  unknown: "There is no such figure",
  unknownDetail: "Bond has no figure with the name in the address.",
  newcomers:
    "New members logged in for the first time within the period, established members before it. Each period has its own new members.",
  moves:
    "Members who stayed were in the chosen groups on the last day of both periods. Others changed groups in between, or are new: they logged in for the first time after the earlier period. Within a cause, its own groups count as the chosen ones.",
  movesWithin: "Open a group to see who stayed in it, who moved in or out, and what each did.",
  movesNeed:
    "Did the members of a group change, or did others move in? That shows with groups as they were then.",
  countThen: "Count groups as they were",
  movesScreen: "From where to where members moved",
  table: (by: string) => `Causes by ${by.toLowerCase()}`,
  /** What a change is divided by. */
  divisions: {
    TIER: "Tier",
    LOB: "Line of business",
    AUDIENCE: "Audience",
    MOVES: "Moves between groups",
    NEWCOMERS: "New or established",
    TIME: "Time",
    REGISTRATION_CHANNEL: "Channel",
    OFFER_PARTNER: "Partner",
    OFFER_CATEGORY: "Offer category",
    OFFER: "Offer",
    CAMPAIGN: "Campaign",
    LINK: "Link",
    ARTICLE_CATEGORY: "Article category",
    ARTICLE: "Article",
    PAGE: "Page",
    POLL: "Poll",
    TRAFFIC_SOURCE: "Traffic source",
    DEVICE_CATEGORY: "Device",
    BROWSER: "Browser",
    OPERATING_SYSTEM: "Operating system",
    SCREEN_RESOLUTION: "Screen resolution",
    QUERY: "Search term",
  } as Readonly<Record<string, string>>,
} as const;
