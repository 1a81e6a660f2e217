import { figureLabels } from "#texts/generated/figureLabels";
import { type Course, type MetricId, metrics } from "#texts/generated/metrics";
import { targets as copy } from "#texts/targets";
import type {
  ChartPeriod,
  FittingTarget,
  TargetAnswer,
  TargetLine,
  TimeScale,
  Unit,
} from "../../generated/wire";
import { formatNumber, formatPercent, formatRange, formatUnit } from "../../texts/format";
import { LOCALE } from "../../texts/language";
import { stateOf, type TargetState, type Verdict } from "./state";

/** A figure that can have targets. */
export type TargetId = MetricId | "score";

const monthFormat = new Intl.DateTimeFormat(LOCALE, { month: "long", year: "numeric", timeZone: "UTC" });

/** The month of a day, such as "March 2026". */
const monthText = (day: string): string => monthFormat.format(Date.parse(`${day.slice(0, 7)}-01`));

const isMetric = (id: string): id is MetricId => Object.hasOwn(metrics, id);

/** What a figure is called where no title says what is counted. */
export function figureName(id: string): string {
  return figureLabels[id] ?? (isMetric(id) ? metrics[id].label : copy.score);
}

/** The unit of a figure; the score has points. */
export function unitOf(id: string): Unit | "points" {
  return isMetric(id) ? metrics[id].unit : "points";
}

/** A target as its figure is written. */
export function valueText(id: string, value: number, currency: string): string {
  const unit = unitOf(id);
  return unit === "points" ? formatNumber(value) : formatUnit(value, unit, { currency });
}

/** The days of a target: a month, a year of the calendar, or from the first day to the last. */
export function periodText({ grain, periods, starts, ends }: FittingTarget): string {
  if (grain === "MONTH" && periods === 1) return monthText(starts);
  if (grain === "YEAR" && periods === 1 && starts.endsWith("-01-01")) return starts.slice(0, 4);
  return formatRange(starts, ends);
}

/** The period of a target in a list. */
export function startText({
  grain,
  starts,
  repeats,
}: Pick<TargetAnswer, "grain" | "starts" | "repeats">): string {
  const period = grain === "MONTH" ? monthText(starts) : starts;
  return repeats ? copy.each[grain](period) : period;
}

/** What a card says of a figure and its target. */
export type Said = { readonly text: string; readonly title: string; readonly verdict: Verdict };

/** The part after the share: what is reached, or how much of the period is counted. */
function judged({ side, verdict }: TargetState, { polarity, grows, counted }: FittingTarget): string[] {
  const word = polarity === "lower" ? copy.sides[side] : verdict === "open" ? null : copy[verdict];
  const words = word === null || (verdict === "open" && counted !== null) ? [] : [word];
  if (counted === null) return words;
  return [...words, grows ? copy.after(formatPercent(Math.round(counted))) : copy.soFar];
}

/**
 * What is said of a figure and its target. Of a hidden figure there is no share, which would tell it.
 *
 * @param value the figure; null where it is hidden or there is none
 */
export function saidOf(value: number | null, target: FittingTarget, currency: string): Said {
  const written = valueText(target.metric, target.value, currency);
  const group =
    target.group === null ? [] : [copy.ofGroup(target.group.name ?? copy.noGroup(target.group.id))];
  const title = [`${copy.period(periodText(target))}: ${written}`, ...group].join(" ");
  if (value === null) return { text: copy.hidden(written), title, verdict: "open" };
  const state = stateOf(value, target);
  const share = copy.of({ percent: formatPercent(state.percent), target: written });
  return { text: [share, ...judged(state, target)].join(" · "), title, verdict: state.verdict };
}

/** The scales below the months that targets are for. */
const WITHIN_MONTHS: readonly TimeScale[] = ["BY_DAYS", "BY_WEEKS"];

/** A figure of a chart. */
type Charted = { readonly metric: string | null; readonly course: Course; readonly unit: Unit };

/** Whether a target of a month is that of each of its days, too: not of what adds up over them, or grows with them. */
const isOfEachDay = ({ course, unit }: Charted) =>
  // What there is of each member grows with the days.
  course === "level" || (course === "rate" && (unit === "percent" || unit === "seconds"));

const monthLine = (lines: readonly TargetLine[] | undefined, metric: string | null) =>
  lines?.find((one) => one.metric === metric && one.timeScale === "BY_MONTHS");

/** The targets of a figure in a chart by period: a value for each period, null where there is none. */
export function lineOf(
  lines: readonly TargetLine[] | undefined,
  figure: Charted,
  scale: TimeScale,
  periods: readonly ChartPeriod[],
): readonly (number | null)[] | null {
  const isWithin = WITHIN_MONTHS.includes(scale);
  if (isWithin && !isOfEachDay(figure)) return null;
  const line = isWithin
    ? monthLine(lines, figure.metric)
    : lines?.find((one) => one.metric === figure.metric && one.timeScale === scale);
  if (!line) return null;
  const values = periods.map(({ start, end }) => {
    // A week belongs to the month of its last day.
    const isIts = (point: string) => (isWithin ? point.slice(0, 7) === end.slice(0, 7) : point === start);
    return line.points.find((point) => isIts(point.start))?.value ?? null;
  });
  return values.every((value) => value === null) ? null : values;
}

/** Why a chart by day or week does not have the target of its months; null where it has, or there is none. */
export function whyNoLine(
  lines: readonly TargetLine[] | undefined,
  figure: Charted,
  scale: TimeScale,
): string | null {
  if (!WITHIN_MONTHS.includes(scale) || isOfEachDay(figure) || !monthLine(lines, figure.metric)) return null;
  return figure.course === "flow" ? copy.sumWithin : copy.growsWithin;
}
