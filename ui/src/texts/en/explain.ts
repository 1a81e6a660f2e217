/** The texts about issued figures. */
export const issued = {
  title: "Issued and now",
  lead: (days: number) =>
    `Each point is of the ${days} days to its day, of all members; chosen groups and items do not matter.`,
  now: "Now",
  issued: "Issued",
  day: "Day",
  why: "Why they differ",
  chart: (label: string) => `${label} as it was issued, and computed from the data of now`,
  table: "Days that differ",
  same: (days: number) =>
    days === 1
      ? "The issued day is the same when it is computed from the data of now."
      : `All ${days} issued days are the same when they are computed from the data of now.`,
  differ: (differing: number, days: number) => `${differing} of ${days} issued days differ now.`,
  more: (days: number) => `${days} earlier ${days === 1 ? "day differs" : "days differ"}, too.`,
  open: (days: number) =>
    `${days} earlier ${days === 1 ? "day is" : "days are"} not compared. Choose a period that ends earlier to compare ${days === 1 ? "it" : "them"}.`,
  none: "Nothing was issued for these days",
  noneYet: "Figures are issued when a day is closed by its load; none has been since.",
  first: (day: string) => `Figures are issued when a day is closed by its load; the first is ${day}.`,
  receiptOf: "Receipt of",
  failed: "Issued figures could not be loaded",
} as const;

/** The texts of an explanation. */
export const explanation = {
  titleOf: (label: string) => `Why ${label} moved`,
  alertMe: "Alert me…",
  dividedBy: "Divided by",
  within: "Within, by",
  causes: "Causes",
  cause: "Cause",
  before: "Before",
  now: "Now",
  share: "Share",
  shareHint: "Its part of all; of a rate, of the denominator",
  weight: "Weight",
  weightHint: "The points of the score that a part can earn; within a part, the share of its denominator",
  effect: "Effect",
  /** The units of effects: of a percentage and of the score, points. */
  units: { percent: "points", months: "months", seconds: "seconds", money: "", count: "", decimal: "" },
  split: (rate: string, mix: string) => `${rate} itself, ${mix} by its share`,
  open: (name: string) => `Divide ${name} further`,
  close: (name: string) => `Close ${name}`,
  standsOut: "stands out",
  largest: "largest",
  hidden: "too few members",
  tooFewToDivide: "Too few members to divide it further",
  chance: (error: string) => `One standard error of the change is ${error}.`,
  months: (error: string) => `${error} months`,
  lessThan: (amount: string) => `less than ${amount}`,
  perDay: (now: string, before: string) => `For each day: ${now}, before ${before}.`,
  failed: "The explanation could not be loaded",
  nothing: "There is nothing to explain",
  total: "Change",
  points: (change: string) => `${change} points`,
  periods: (now: string, before: string) => `${now}, compared with ${before}`,
  /** The score is of some days to the end of the period, whatever its start. */
  scored: (days: number, day: string) =>
    `The score of the ${days} days to ${day}. Of the period, only its end counts.`,
  scoredSince: (days: number, day: string, before: string) =>
    `The score of the ${days} days to ${day}, compared with that of the ${days} days to ${before}. Of the period, only its end counts.`,
  unknown: "There is no such figure",
  unknownDetail: "The address names a figure that Bond does not have.",
  newcomers:
    "New members logged in for the first time within the period, established members before it. Each of the compared periods has its own new members.",
  moves:
    "Who stayed was in the chosen groups on the last day of both periods. Others moved in between, or are new: they logged in for the first time after the earlier period. Within a cause, its groups are the chosen ones.",
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
