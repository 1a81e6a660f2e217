export { chartTheme } from "./chart";
export { startTheme, usePrinting, useTheme } from "./useTheme";
