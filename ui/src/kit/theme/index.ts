export { chartTheme } from "./chart";
export { chooseTheme, startTheme, usePrinting, useTheme } from "./useTheme";
