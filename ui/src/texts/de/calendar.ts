import type { DayPickerProps } from "react-day-picker";
import { de } from "react-day-picker/locale";

export const calendarLocale: DayPickerProps["locale"] = de;
