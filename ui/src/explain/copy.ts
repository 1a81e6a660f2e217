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
