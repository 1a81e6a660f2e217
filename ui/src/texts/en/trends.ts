import { blocks } from "./page";

/** The texts of the trends panel. */
export const trends = {
  title: "Trends",
  headings: blocks.indicators.change,
  metric: "Metric",
  change: "% change",
  changeFrom: (range: string) => `% change from ${range}`,
  againstBefore: (count: number, unit: "day" | "month") =>
    count === 1 ? `Against the ${unit} just before` : `Against the ${count} ${unit}s just before`,
  againstFull: (unit: "month" | "quarter" | "year") => `Against the whole ${unit} before`,
  againstLastYear: "Against the same dates one year earlier",
  against: {
    SAME_WEEKDAYS_LAST_YEAR: "Against the days 52 weeks earlier",
    SELECTED_DATES: "Against the dates of your choice",
  },
  close: "Close",
  closeLabel: "Close trends",
  download: "Download CSV",
  failed: "Trends could not be loaded",
} as const;
