import { charts as copy } from "#texts/blocks";
import type { ChartPeriod, Hidden, TimeScale } from "../../../generated/wire";
import { formatPeriod, formatQuarter, formatRange, formatShortDate } from "../../../texts/format";
import { LOCALE } from "../../../texts/language";
import { addMonths } from "../../filters/dates";
import type { BlockData, HiddenPeriods, PeriodFigures, PeriodsData } from "../blockData";
import type { WhyHidden } from "../frame/HiddenFigure";
import { hiddenIn } from "../frame/hiddenIn";
import { type NameColours, nameColours } from "../nameColours";
import { ownKeys } from "../ownKeys";
import { daysOf } from "./unfinished";

/** The greatest number of lines in a chart: one for each categorical colour. */
export const MOST_LINES = 8;
/** The number of slices in a pie before the rest becomes Other. */
export const MOST_SLICES = 7;

/** One line, or one group of bars. */
export type Series = {
  readonly name: string;
  /** A unique key, as two series may have the same name. */
  readonly key: string;
  readonly values: readonly (number | null)[];
  /** Why values are hidden, which are null; undefined if all are shown. */
  readonly hidden?: readonly (WhyHidden | null)[] | undefined;
  /** The names of its points in a tooltip, in place of its own. */
  readonly points?: readonly string[] | undefined;
  /** Index of the categorical colour; "previous" and "target" for the dashed lines of the year before and of targets. */
  readonly colour: number | "previous" | "target";
};

/** A chart with labels along the bottom: lines and bars. */
export type AxisModel = {
  readonly labels: readonly string[];
  /** The labels in tooltips, tables and files, if longer: with the days of an unfinished period. */
  readonly fullLabels?: readonly string[];
  /** The labels on the axis, if shorter. */
  readonly axisLabels?: readonly string[];
  /** The labels of unfinished periods, and the days they count. */
  readonly unfinished?: { readonly isAt: readonly boolean[]; readonly days: readonly string[] };
  readonly series: readonly Series[];
  /** The number of series in the answer, which can exceed the number drawn. */
  readonly available: number;
};

/** A slice of a pie. */
export type Slice = {
  readonly name: string;
  readonly value: number;
  readonly percent: number;
  /** Index of the categorical colour. */
  readonly colour: number;
};

/** A pie: its slices, largest first, and their sum. */
export type PieModel = {
  readonly slices: readonly Slice[];
  readonly total: number;
  /** The names whose figure is hidden: they have no slice, and are not in the sum. Undefined if all are shown. */
  readonly hidden?: readonly { readonly name: string; readonly why: Hidden }[] | undefined;
};

const EMPTY: AxisModel = { labels: [], series: [], available: 0 };

/** What the model of one figure needs in addition to the answer. */
export type LineContext = {
  /** The name of the line of totals. */
  readonly current: string;
  /** The name of the line of the year before. */
  readonly previous: string;
  /** The colours of groups, if the charts of a screen share them. */
  readonly colours?: NameColours | undefined;
};

/** The series of one chart with unique keys. */
function keyed(series: readonly Omit<Series, "key">[]): Series[] {
  const keys = ownKeys(series.map(({ name }) => name));
  return series.map((one, at) => ({ ...one, key: keys[at] ?? "" }));
}

type Labels = Pick<AxisModel, "labels" | "fullLabels" | "axisLabels" | "unfinished">;

/** The name of a point, with the days that an unfinished period counts; of that so many months later. */
function pointName(period: ChartPeriod, scale: TimeScale, months = 0): string {
  const start = addMonths(period.start, months);
  // All of its days that count.
  if (scale === "BY_WEEKS") return formatRange(start, addMonths(period.through ?? period.end, months));
  const label = formatPeriod(start, scale);
  const counted = daysOf(period, scale);
  return counted ? copy.unfinishedPeriod(label, counted) : label;
}

/** The labels of unfinished periods; empty if all are complete. */
function unfinishedOf({ periods, scale }: PeriodsData): Pick<Labels, "fullLabels" | "unfinished"> {
  if (periods.every(({ complete }) => complete)) return {};
  const days = periods.map((period) => daysOf(period, scale));
  return {
    fullLabels: periods.map((period) => pointName(period, scale)),
    unfinished: {
      isAt: periods.map(({ complete }) => !complete),
      days: [...new Set(days.filter((one) => one !== null))],
    },
  };
}

/** The labels of periods, and those on the axis: without the year if all are in one year. */
function labelsOf(data: PeriodsData): Labels {
  const { periods, scale } = data;
  const labels = periods.map(({ start }) => formatPeriod(start, scale));
  const years = new Set(periods.map(({ start }) => start.slice(0, 4)));
  const names = scale === "BY_WEEKS" && { fullLabels: periods.map((period) => pointName(period, scale)) };
  const common = { labels, ...names, ...unfinishedOf(data) };
  if (years.size !== 1 || labels.length < 2 || scale === "BY_YEARS") return common;
  return { ...common, axisLabels: periods.map(({ start }) => withoutYear(start, scale)) };
}

const monthFormat = new Intl.DateTimeFormat(LOCALE, { month: "short", timeZone: "UTC" });

/** The label of a period without the year, from its first day. */
function withoutYear(start: string, scale: Exclude<TimeScale, "BY_YEARS">): string {
  if (scale === "BY_MONTHS") return monthFormat.format(Date.parse(start));
  return scale === "BY_QUARTERS" ? formatQuarter(start) : formatShortDate(start);
}

function grouped(data: PeriodsData, field: string, colours: NameColours): AxisModel {
  const names = data.lines.map(({ name }) => name ?? "");
  const keys = ownKeys(names);
  const series = data.lines.map(({ figures, hidden }, at) => {
    const values = figures[field] ?? [];
    return { name: names[at] ?? "", key: keys[at] ?? "", values, hidden: whyIn(hidden, field) };
  });
  const sum = (values: readonly (number | null)[]) =>
    values.reduce<number>((total, value) => total + (value ?? 0), 0);
  // The largest are drawn, in the order of the answer.
  const largest = new Set([...series].sort((a, b) => sum(b.values) - sum(a.values)).slice(0, MOST_LINES));
  const drawn = series.filter((one) => largest.has(one));
  const own = colours.of(drawn.map(({ name }) => name));
  return {
    ...labelsOf(data),
    series: drawn.map((one, at) => ({ ...one, colour: own[at] ?? 0 })),
    available: series.length,
  };
}

/** Which values of a figure are hidden; undefined if all are shown. */
const whyIn = (hidden: HiddenPeriods | undefined, field: string) =>
  hidden?.[field]?.includes(true) ? hidden[field].map((is) => (is ? "either" : null)) : undefined;

const valuesIn = (figures: PeriodFigures | null | undefined, field: string) => figures?.[field] ?? [];

/**
 * The lines of one figure by period: the totals and the year before, or one line per group.
 *
 * @param colour the colour of the metric; groups have colours by name
 */
export function lineModel(data: PeriodsData, field: string, colour: number, context: LineContext): AxisModel {
  const { current, previous, colours = nameColours(copy.other) } = context;
  const [whole] = data.lines;
  if (!whole || data.periods.length === 0) return EMPTY;
  if (whole.name !== null) return grouped(data, field, colours);
  const labels = labelsOf(data);
  const hidden = whyIn(whole.hidden, field);
  const values = valuesIn(whole.figures, field);
  const now = { name: current, values, hidden, colour, points: labels.fullLabels ?? labels.labels };
  const before = valuesIn(data.before, field);
  if (before.every((value) => value === null)) return { ...labels, series: keyed([now]), available: 1 };
  const hiddenBefore = whyIn(data.hiddenBefore, field);
  const dashed = {
    name: previous,
    values: before,
    hidden: hiddenBefore,
    colour: "previous" as const,
    points: data.periods.map((period) => pointName(period, data.scale, -12)),
  };
  return { ...labels, series: keyed([now, dashed]), available: 1 };
}

/** A figure that is one series of a chart: a line, or a bar of each group. */
export type FigureSeries = { readonly field: string; readonly name: string; readonly colour: number };

/** Several figures by period, one line each, without the year before. */
export function linesModel(data: PeriodsData, lines: readonly FigureSeries[]): AxisModel {
  const { figures, hidden } = data.lines[0] ?? {};
  return {
    ...labelsOf(data),
    series: keyed(
      lines.map(({ field, name, colour }) => ({
        name,
        values: valuesIn(figures, field),
        hidden: whyIn(hidden, field),
        colour,
      })),
    ),
    available: lines.length,
  };
}

/** A line of targets: their values by period, and what it is called. */
export type TargetSeries = { readonly name: string; readonly values: readonly (number | null)[] };

/** A chart with lines of targets after its own. */
export function withTargets(model: AxisModel, targets: readonly TargetSeries[]): AxisModel {
  if (targets.length === 0 || model.series.length === 0) return model;
  const lines = targets.map(({ name, values }, at) => ({
    name,
    values,
    key: `target ${at}`,
    colour: "target" as const,
  }));
  return { ...model, series: [...model.series, ...lines], available: model.available + lines.length };
}

/** A name and its figure. */
export type NamedValue = {
  readonly name: string;
  readonly value: number;
  readonly isTotal?: boolean;
  /** Why the figure is hidden; the value is 0 then. */
  readonly hidden?: Hidden | undefined;
};
type NamedRow = { readonly [field: string]: unknown };

/** The rows of a block without its grand total. A group's total represents the group. */
function namedRows(data: BlockData): readonly NamedRow[] {
  if (data.form === "groups") return data.rows.filter((row) => !row.isTotal || row.records.length > 0);
  return data.form === "rows" ? data.rows : [];
}

const numberIn = (row: NamedRow, field: string) => (typeof row[field] === "number" ? row[field] : null);
const nameIn = (row: NamedRow) => String(row.name ?? "");

/** Bars: one group for each row. */
export function barModel(data: BlockData, figures: readonly FigureSeries[]): AxisModel {
  const rows = namedRows(data);
  if (rows.length === 0) return EMPTY;
  return {
    labels: rows.map(nameIn),
    series: keyed(
      figures.map(({ field, name, colour }) => {
        const hidden = rows.map((row) => hiddenIn(row, field) ?? null);
        return {
          name,
          // A figure without data is 0 in the answer.
          values: rows.map((row, at) => (hidden[at] === null ? numberIn(row, field) : null)),
          hidden: hidden.some((why) => why !== null) ? hidden : undefined,
          colour,
        };
      }),
    ),
    available: figures.length,
  };
}

/** Bars with only those of one label. */
export function onlyLabel(model: AxisModel, only: string): AxisModel {
  const isIt = (_: unknown, at: number) => model.labels[at] === only;
  const series = model.series.map((one) => ({
    ...one,
    values: one.values.filter(isIt),
    hidden: one.hidden?.filter(isIt),
  }));
  return { ...model, labels: model.labels.filter(isIt), series };
}

/**
 * The rows that are named, largest first, and those that are combined. Eight are all
 * named: Other would only hide one name. A row named Other is one of those combined.
 */
export function largestOf<R extends NamedValue>(
  rows: readonly R[],
  otherName: string,
): { named: R[]; others: R[] } {
  const counted = rows.filter((row) => !row.isTotal && row.value > 0).sort((a, b) => b.value - a.value);
  const most = counted.length > MOST_SLICES + 1 ? MOST_SLICES : counted.length;
  const named = counted.filter((row) => row.name !== otherName).slice(0, most);
  return { named, others: counted.filter((row) => !named.includes(row)) };
}

/**
 * The slices of a pie: the seven largest and the rest combined.
 *
 * @param colours the colours of names, if the charts of the screen share them
 */
export function pieModel(
  rows: readonly NamedValue[],
  otherName: string,
  colours: NameColours = nameColours(otherName),
): PieModel {
  const { named, others } = largestOf(rows, otherName);
  const sum = (list: readonly NamedValue[]) => list.reduce((total, row) => total + row.value, 0);
  const total = sum(named) + sum(others);
  const slices = others.length > 0 ? [...named, { name: otherName, value: sum(others) }] : named;
  const percent = (value: number) => Math.round((value / total) * 10_000) / 100;
  const own = colours.of(slices.map(({ name }) => name));
  const hidden = rows.flatMap(({ name, hidden }) => (hidden ? [{ name, why: hidden }] : []));
  return {
    hidden: hidden.length > 0 ? hidden : undefined,
    slices: slices.map(({ name, value }, at) => ({
      name,
      value,
      percent: percent(value),
      colour: own[at] ?? 0,
    })),
    total,
  };
}

/**
 * The slices of one figure of rows by name.
 *
 * @param only the only name that has a slice of its own, beside one of all others; empty for all
 */
export function pieOfData(
  data: BlockData,
  otherName: string,
  field = "value",
  colours?: NameColours,
  only = "",
): PieModel {
  const rows = namedRows(data).map((row) => {
    const hidden = hiddenIn(row, field);
    return { name: nameIn(row), value: hidden ? 0 : (numberIn(row, field) ?? 0), hidden };
  });
  if (only === "") return pieModel(rows, otherName, colours);
  const one = rows.filter(({ name }) => name === only);
  const rest = rows.filter(({ name }) => name !== only).reduce((sum, { value }) => sum + value, 0);
  return pieModel(one.length === 0 ? [] : [...one, { name: otherName, value: rest }], otherName, colours);
}

/** Whether a chart has nothing to draw. One with hidden figures has: it says so. */
export function isEmptyModel(model: AxisModel): boolean {
  const isEmpty = ({ values, hidden }: Series) => !hidden && values.every((value) => value === null);
  return model.labels.length === 0 || model.series.every(isEmpty);
}

/** The labels of a model in tooltips, tables and files. */
export function fullLabelsOf({ labels, fullLabels = labels }: AxisModel): readonly string[] {
  return fullLabels;
}

/**
 * The rows of a chart's table: one row per label, one column per series.
 *
 * @param write what stands for a hidden figure
 */
export function tableOfModel(
  model: AxisModel,
  write: (why: WhyHidden) => string,
): (string | number | null)[][] {
  const cell = ({ values, hidden }: Series, at: number) => {
    const why = hidden?.[at];
    return why ? write(why) : (values[at] ?? null);
  };
  return fullLabelsOf(model).map((label, at) => [label, ...model.series.map((one) => cell(one, at))]);
}
