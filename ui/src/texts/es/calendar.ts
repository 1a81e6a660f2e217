import type { DayPickerProps } from "react-day-picker";
import { es } from "react-day-picker/locale";

export const calendarLocale: DayPickerProps["locale"] = es;
