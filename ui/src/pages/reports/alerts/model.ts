import { alerts as copy } from "#texts/alerts";
import type { AlertDraft } from "../../../figures/exports/handoff";
import { lateName } from "../../../figures/lateNames";
import type {
  AlertAnswer,
  AlertList,
  AlertRule,
  Destinations,
  Direction,
  NewAlert,
  Unit,
  WatchableFigure,
} from "../../../generated/wire";
import { formatUnit } from "../../../texts/format";
import { channelsOf, type DestinationForm, destinationBody, destinationForm, type Way } from "../destination";

/** What stands for late data in the choice of a figure. */
export const LATE = "late";

/** What a form is of: nothing yet, a figure on the screen, or an alert that is there. */
export type AlertSubject =
  | { readonly kind: "new" }
  | { readonly kind: "draft"; readonly draft: AlertDraft }
  | { readonly kind: "saved"; readonly alert: AlertAnswer };

/** What a form has of an alert. */
export type AlertForm = DestinationForm & {
  readonly name: string;
  /** The id of a figure, or {@link LATE}. */
  readonly metric: string;
  /** The number of a saved view as text, whose filters are copied; empty for the subject's own. */
  readonly view: string;
  readonly rule: AlertRule;
  readonly direction: Direction;
  readonly amount: string;
  /** A feed table; empty for all. */
  readonly table: string;
};

/** The rules that a figure allows. */
export function rulesOf(figure: WatchableFigure | undefined): readonly AlertRule[] {
  if (!figure) return ["late"];
  const all: readonly [AlertRule, boolean][] = [
    ["below", true],
    ["above", true],
    ["percent", figure.unit !== "percent"],
    ["points", true],
    ["weekday", figure.byWeekday],
    ["chance", figure.byChance],
  ];
  return all.filter(([, fits]) => fits).map(([rule]) => rule);
}

/** Where an alert may go: nowhere but the page, which needs no setting, or also out of Bond. */
export const waysOf = (destinations: Destinations): readonly Way[] => ["page", ...channelsOf(destinations)];

/** Whether a rule has an amount, and a direction. */
export const hasAmount = (rule: AlertRule) => rule !== "chance" && rule !== "late";
export const hasDirection = (rule: AlertRule) => ["percent", "points", "weekday", "chance"].includes(rule);
/** Whether the amount is percent of a change. */
export const isPercent = (rule: AlertRule, unit: Unit | null | undefined) =>
  rule === "percent" || rule === "weekday" || unit === "percent";

/** The form as it opens. */
export function formOf(subject: AlertSubject, { figures, destinations }: AlertList): AlertForm {
  const wanted = subject.kind === "draft" ? subject.draft.metric : figures[0]?.metric;
  const figure = figures.find(({ metric }) => metric === wanted);
  if (subject.kind !== "saved")
    return {
      name: figure?.label ?? copy.lateData,
      metric: figure?.metric ?? LATE,
      view: "",
      rule: rulesOf(figure)[0] ?? "late",
      direction: "any",
      amount: "",
      table: "",
      ...destinationForm(waysOf(destinations)),
    };
  const { name, metric, rule, direction, amount, table } = subject.alert;
  return {
    name,
    metric: metric ?? LATE,
    view: "",
    rule,
    direction,
    amount: amount === null ? "" : String(amount),
    table: table ?? "",
    ...destinationForm(waysOf(destinations), subject.alert),
  };
}

/** The form with another figure: a rule that it does not allow is replaced, and the name follows while nobody wrote one. */
export function withFigure(form: AlertForm, metric: string, figures: readonly WatchableFigure[]): AlertForm {
  const labelOf = (id: string) => figures.find((figure) => figure.metric === id)?.label ?? copy.lateData;
  const rules = rulesOf(figures.find((figure) => figure.metric === metric));
  const rule = rules.includes(form.rule) ? form.rule : (rules[0] ?? "late");
  const name = form.name === labelOf(form.metric) ? labelOf(metric) : form.name;
  return { ...form, metric, rule, name };
}

/** The body of the call that saves a form. */
export function bodyOf(
  subject: AlertSubject,
  form: AlertForm,
  views: readonly { readonly id: number; readonly filters: string }[],
): NewAlert {
  const { name, metric, view, rule, direction, amount, table } = form;
  // What is no number is left out, and the server says what it expects.
  const number = amount.trim() === "" ? Number.NaN : Number(amount.trim().replace(",", "."));
  return {
    name,
    rule,
    ...(metric === LATE
      ? table === ""
        ? {}
        : { table }
      : { metric, filters: views.find(({ id }) => String(id) === view)?.filters ?? ownFilters(subject) }),
    ...(hasDirection(rule) ? { direction } : {}),
    ...(hasAmount(rule) && Number.isFinite(number) ? { amount: number } : {}),
    ...destinationBody(form),
  };
}

/** The filters of what the form is of, as JSON text. */
function ownFilters(subject: AlertSubject): string {
  if (subject.kind === "saved") return subject.alert.filters;
  return subject.kind === "draft" ? JSON.stringify(subject.draft.params) : "{}";
}

/** The rule of an alert as a sentence. */
export function ruleOf(alert: AlertAnswer, currency: string): string {
  const { label, metric, rule, direction, amount, table, unit } = alert;
  const says = copy.says;
  const figure = label ?? metric ?? "";
  const moves = says.moves[direction];
  const value = formatUnit(amount, unit ?? "decimal", { currency });
  const percent = formatUnit(amount, "percent");
  switch (rule) {
    case "above":
      return says.above(figure, value);
    case "below":
      return says.below(figure, value);
    case "percent":
      return says.percent(figure, moves, percent);
    case "points":
      return says.percent(figure, moves, unit === "percent" ? copy.points(String(amount)) : value);
    case "weekday":
      return amount === null ? says.unusual(figure, moves) : says.weekday(figure, moves, percent);
    case "chance":
      return says.chance(figure, moves);
    case "late":
      return table === null ? says.late : says.lateTable(lateName(table));
  }
}
