/** The texts of the panels of the filter bar. They load later than those of `src/copy.ts`. */
export const panels = {
  typeToSearch: "Type to search",
  searchIn: (title: string) => `Search in ${title}`,
  /** Shown if none of the chosen items are listed: each period has its own campaigns. */
  noneListed: {
    campaigns: "None of the chosen campaigns was sent in this period",
    offers: "None of the chosen offers exists any more",
  },
  leftOut: (count: number) =>
    count === 1
      ? "1 chosen campaign was not sent in this period and is left out."
      : `${count} chosen campaigns were not sent in this period and are left out.`,
  allFound: (count: number) => `All ${count} found`,
  found: (count: number) => `${count} found`,
  shownList: "List",
  datesFirst: "Choose valid dates first.",
  chosenOf: (title: string) => `Chosen ${title}`,
  only: "ONLY",
  onlyItem: (name: string) => `ONLY ${name}`,
  numbered: (id: number) => `#${id}`,
  start: "Start date",
  end: "End date",
  bothIncluded: "Both days are included.",
  compareWith: "Compare with",
  compared: { start: "Compare from", end: "Compare to" },
  dataBegin: (day: string) => `Data begin on ${day}, after this period.`,
  dataEnd: (day: string) => `Data end on ${day}, before this period.`,
  lastData: (day: string) => `Data end on ${day}: these are the last days with data.`,
  showThisYear: "Show this year",
  showFirstDays: "Show the first days with data",
  showLastDays: "Show the last days with data",
  /** The groups in which members count. */
  groupsAsOf: {
    title: "Which groups count",
    names: { NOW: "As they are now", WINDOW: "As they were then" },
    details: {
      NOW: "Each member counts in today's groups, in every period.",
      WINDOW: "Each member counts in the groups of the period's last day.",
    },
    since: (day: string) =>
      `Changes of groups are known from ${day} on. Before that, the first known groups count.`,
    protects: (least: number) =>
      `With groups as they were, figures are hidden that would reveal fewer than ${least} members who moved.`,
  },
  loadFailed: "The list could not be loaded",
} as const;
