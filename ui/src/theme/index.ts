export { type ChartTheme, chartTheme } from "./chart";
export { startTheme, type Theme, useTheme } from "./useTheme";
