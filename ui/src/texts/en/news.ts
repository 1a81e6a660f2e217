/** The sentences with which the Program Monitor begins. */
export const news = {
  failed: "What happened could not be loaded",
  score: "BOND Score",
  instead: "The chosen period cannot be judged, so this is the longest one that can.",
  nothing: (tests: string) =>
    `Nothing in this period is unusual: we checked ${tests} changes. The largest were:`,
  few: "Too little is loaded to say what is unusual.",
  dayNothing: "Nothing on this day is unusual.",
  more: "See all in Insights",
} as const;
