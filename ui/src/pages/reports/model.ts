import { reports as copy } from "#texts/reports";
import type { ReportDraft } from "../../figures/exports/handoff";
import type { Destinations, FilterParams, NewReport, ReportAnswer, ViewAnswer } from "../../generated/wire";
import { channelsOf, type DestinationForm, destinationBody, destinationForm } from "./destination";

/** What a form has of a report. */
export type ReportForm = DestinationForm & {
  readonly name: string;
  /** The number of a saved view as text; empty for filters of the report's own. */
  readonly view: string;
  readonly every: NewReport["every"];
  readonly weekday: string;
  readonly monthDay: string;
  readonly format: NewReport["format"] & string;
};

/** What a report is of: a screen to schedule, or a report that is there. */
export type ReportSubject =
  | { readonly kind: "draft"; readonly draft: ReportDraft }
  | { readonly kind: "saved"; readonly report: ReportAnswer };

/** When a report is sent. */
export function scheduleOf({ every, onDay }: Pick<ReportAnswer, "every" | "onDay">): string {
  if (every === "day" || onDay === null) return copy.everyDay;
  return every === "week" ? copy.everyWeek(copy.weekdays[onDay - 1] ?? "") : copy.everyMonth(onDay);
}

/** The form as it opens. */
export function formOf(subject: ReportSubject, destinations: Destinations): ReportForm {
  const fresh: ReportForm = {
    name: "",
    view: "",
    every: "week",
    weekday: "1",
    monthDay: "1",
    ...destinationForm(channelsOf(destinations)),
    format: "xlsx",
  };
  if (subject.kind === "draft") return { ...fresh, name: subject.draft.title };
  const { name, view, every, onDay, format } = subject.report;
  return {
    name,
    view: view === null ? "" : String(view),
    every,
    weekday: every === "week" ? String(onDay) : fresh.weekday,
    monthDay: every === "month" ? String(onDay) : fresh.monthDay,
    ...destinationForm(channelsOf(destinations), subject.report),
    format,
  };
}

/** The body of the call that saves a form. */
export function bodyOf(subject: ReportSubject, form: ReportForm): NewReport {
  const { name, view, every, weekday, monthDay, format } = form;
  const compared = subject.kind === "draft" ? subject.draft.compared : subject.report.compared;
  const own = subject.kind === "draft" ? filtersText(subject.draft.params) : subject.report.filters;
  return {
    name,
    screen: subject.kind === "draft" ? subject.draft.screen : subject.report.screen,
    ...(view === "" ? { filters: own } : { view: Number(view) }),
    ...(compared.length > 0 ? { compared: [...compared] } : {}),
    every,
    // What is no number is left out, and the server says what it expects.
    ...(every !== "day" && Number(every === "week" ? weekday : monthDay) > 0
      ? { onDay: Math.trunc(Number(every === "week" ? weekday : monthDay)) }
      : {}),
    ...destinationBody(form),
    format,
  };
}

/** Filters as JSON text. */
const filtersText = (params: FilterParams) => JSON.stringify(params);

/** The saved views that a report may follow: those of its screen. */
export function viewsOf(subject: ReportSubject, views: readonly ViewAnswer[]): readonly ViewAnswer[] {
  if (subject.kind === "draft") return views.filter(({ screen }) => screen === subject.draft.route);
  return views.filter(({ id }) => id === subject.report.view);
}
