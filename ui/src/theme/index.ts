export { type ChartTheme, chartTheme } from "./chart";
export { startTheme, type Theme, usePrinting, useTheme } from "./useTheme";
