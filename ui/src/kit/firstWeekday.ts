import { createContext } from "react";

/** The day that begins a calendar's weeks: 0 for Sunday, 1 for Monday. */
export const FirstWeekday = createContext<0 | 1>(0);
