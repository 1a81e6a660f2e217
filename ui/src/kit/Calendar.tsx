import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp } from "lucide-react";
import { use } from "react";
import { DayPicker, type Matcher } from "react-day-picker";
import { calendarLocale } from "#texts/calendar";
import classes from "./Calendar.module.css";
import { calendarReach, toIso, toLocalDay } from "./dates";
import { FirstWeekday } from "./firstWeekday";

const chevrons = { left: ChevronLeft, right: ChevronRight, up: ChevronUp, down: ChevronDown };

/** A month of days: always 6 weeks, which begin with the day of {@link FirstWeekday}, with lists for month and year. */
export default function Calendar({
  value,
  min,
  max,
  onChoose,
}: {
  value: string;
  min?: string;
  max?: string;
  onChoose: (iso: string) => void;
}) {
  const firstWeekday = use(FirstWeekday);
  const chosen = toLocalDay(value);
  const shown = chosen ?? toLocalDay(max) ?? toLocalDay(min) ?? new Date();
  const reach = calendarReach(shown, min, max);
  const disabled: Matcher[] = [];
  const first = toLocalDay(min);
  const last = toLocalDay(max);
  if (first) disabled.push({ before: first });
  if (last) disabled.push({ after: last });
  return (
    <DayPicker
      mode="single"
      required
      autoFocus
      locale={calendarLocale}
      fixedWeeks
      weekStartsOn={firstWeekday}
      showOutsideDays
      captionLayout="dropdown"
      navLayout="around"
      selected={chosen}
      defaultMonth={shown}
      startMonth={reach.from}
      // One month more: the calendar draws no day after this month, not even those that fill the sixth week.
      endMonth={new Date(reach.to.getFullYear(), reach.to.getMonth() + 1, 1)}
      // The server's day, if it is the limit: the browser's may differ.
      today={last ?? shown}
      disabled={disabled}
      onSelect={(day) => onChoose(toIso(day))}
      classNames={{
        root: classes.root ?? "",
        months: classes.months ?? "",
        month: classes.month ?? "",
        month_caption: classes.caption ?? "",
        dropdowns: classes.dropdowns ?? "",
        dropdown_root: classes.dropdownRoot ?? "",
        dropdown: classes.dropdown ?? "",
        caption_label: classes.captionLabel ?? "",
        button_previous: classes.nav ?? "",
        button_next: classes.nav ?? "",
        chevron: classes.chevron ?? "",
        month_grid: classes.grid ?? "",
        weekday: classes.weekday ?? "",
        day: classes.day ?? "",
        day_button: classes.dayButton ?? "",
        selected: classes.selected ?? "",
        outside: classes.outside ?? "",
        disabled: classes.disabled ?? "",
        today: classes.today ?? "",
      }}
      components={{
        Chevron: ({ orientation = "down", className }) => {
          const Icon = chevrons[orientation];
          return <Icon className={className} aria-hidden="true" />;
        },
      }}
    />
  );
}
