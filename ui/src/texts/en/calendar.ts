import type { DayPickerProps } from "react-day-picker";

/** The names of months and days in calendars; those of the library are English. */
export const calendarLocale: DayPickerProps["locale"] = undefined;
