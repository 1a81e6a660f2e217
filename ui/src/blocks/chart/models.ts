import type { TimeScale } from "../../api/generated/wire";
import { blocks as copy } from "../../copy";
import type { BlockData, PeriodFigures, PeriodsData } from "../answers";
import { type NameColours, nameColours } from "../nameColours";
import { ownKeys } from "../ownKeys";
import { daysOf } from "./unfinished";

/** How many lines a chart draws: one for each categorical colour. */
export const MOST_LINES = 8;
/** How many slices a pie draws before the rest becomes Other. */
export const MOST_SLICES = 7;

/** One line, or one group of bars. */
export type Series = {
  readonly name: string;
  /** Which one it is among those of its name. */
  readonly key: string;
  readonly values: readonly (number | null)[];
  /** Position among the categorical colours, or "previous" for the dashed line of a year before. */
  readonly colour: number | "previous";
};

/** A chart with labels along the bottom: lines and bars. */
export type AxisModel = {
  readonly labels: readonly string[];
  /** What tooltips, tables and files say, where it is more: the days of an unfinished period. */
  readonly fullLabels?: readonly string[];
  /** What the axis writes, where it is shorter than the labels. */
  readonly axisLabels?: readonly string[];
  /** Which labels are periods that lack days, and which days they count. */
  readonly unfinished?: { readonly isAt: readonly boolean[]; readonly days: readonly string[] };
  readonly series: readonly Series[];
  /** How many series the answer holds; more than are drawn when there are too many to tell apart. */
  readonly available: number;
};

/** A slice of a pie. */
export type Slice = {
  readonly name: string;
  readonly value: number;
  readonly percent: number;
  /** Position among the categorical colours. */
  readonly colour: number;
};

/** A pie: its slices, largest first, and their sum. */
export type PieModel = { readonly slices: readonly Slice[]; readonly total: number };

const EMPTY: AxisModel = { labels: [], series: [], available: 0 };

/** What a model needs and an answer does not carry. */
export type LineContext = {
  readonly current: string;
  readonly previous: string;
  /** The colours of groups, where the charts of a screen share them. */
  readonly colours?: NameColours | undefined;
};

/** The series of one chart, each with a key of its own. */
function keyed(series: readonly Omit<Series, "key">[]): Series[] {
  const keys = ownKeys(series.map(({ name }) => name));
  return series.map((one, at) => ({ ...one, key: keys[at] ?? "" }));
}

type Labels = Pick<AxisModel, "labels" | "fullLabels" | "axisLabels" | "unfinished">;

/** What unfinished periods say; nothing where all are whole. */
function unfinishedOf({ periods, scale }: PeriodsData): Pick<Labels, "fullLabels" | "unfinished"> {
  if (periods.every(({ complete }) => complete)) return {};
  const days = periods.map((period) => daysOf(period, scale));
  return {
    fullLabels: periods.map(({ label }, at) => {
      const counted = days[at];
      return counted ? copy.unfinishedPeriod(label, counted) : label;
    }),
    unfinished: {
      isAt: periods.map(({ complete }) => !complete),
      days: [...new Set(days.filter((one) => one !== null))],
    },
  };
}

/** The labels of periods, and what the axis writes: without the year where all are of one year. */
function labelsOf(data: PeriodsData): Labels {
  const { periods, scale } = data;
  const labels = periods.map(({ label }) => label);
  const years = new Set(periods.map(({ start }) => start.slice(0, 4)));
  const common = { labels, ...unfinishedOf(data) };
  if (years.size !== 1 || labels.length < 2 || scale === "BY_YEARS") return common;
  return { ...common, axisLabels: periods.map(({ start }) => withoutYear(start, scale)) };
}

const monthFormat = new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" });

/** A month or quarter by its first day. */
function withoutYear(start: string, scale: Exclude<TimeScale, "BY_YEARS">): string {
  if (scale === "BY_MONTHS") return monthFormat.format(Date.parse(start));
  return `Q${Math.ceil(Number(start.slice(5, 7)) / 3)}`;
}

function grouped(data: PeriodsData, field: string, colours: NameColours): AxisModel {
  const names = data.lines.map(({ name }) => name ?? "");
  const keys = ownKeys(names);
  const series = data.lines.map(({ figures }, at) => {
    return { name: names[at] ?? "", key: keys[at] ?? "", values: figures[field] ?? [] };
  });
  const sum = (values: readonly (number | null)[]) =>
    values.reduce<number>((total, value) => total + (value ?? 0), 0);
  // The largest are drawn; they keep the order that the answer gives them.
  const largest = new Set([...series].sort((a, b) => sum(b.values) - sum(a.values)).slice(0, MOST_LINES));
  const drawn = series.filter((one) => largest.has(one));
  const own = colours.of(drawn.map(({ name }) => name));
  return {
    ...labelsOf(data),
    series: drawn.map((one, at) => ({ ...one, colour: own[at] ?? 0 })),
    available: series.length,
  };
}

const valuesIn = (figures: PeriodFigures | null | undefined, field: string) => figures?.[field] ?? [];

/**
 * The lines of one figure by period: the whole and its year before, or one line per group.
 *
 * @param colour the colour of the metric; groups take theirs by name
 */
export function lineModel(data: PeriodsData, field: string, colour: number, context: LineContext): AxisModel {
  const { current, previous, colours = nameColours(copy.other) } = context;
  const [whole] = data.lines;
  if (!whole || data.periods.length === 0) return EMPTY;
  if (whole.name !== null) return grouped(data, field, colours);
  const labels = labelsOf(data);
  const now = { name: current, values: valuesIn(whole.figures, field), colour };
  const before = valuesIn(data.before, field);
  if (before.every((value) => value === null)) return { ...labels, series: keyed([now]), available: 1 };
  const dashed = { name: previous, values: before, colour: "previous" as const };
  return { ...labels, series: keyed([now, dashed]), available: 1 };
}

/** A figure that a chart of several draws. */
export type NamedLine = { readonly field: string; readonly name: string; readonly colour: number };

/** Several figures by period, each a line of its own; the year before would be one too many. */
export function linesModel(data: PeriodsData, lines: readonly NamedLine[]): AxisModel {
  const figures = data.lines[0]?.figures;
  return {
    ...labelsOf(data),
    series: keyed(
      lines.map(({ field, name, colour }) => ({ name, values: valuesIn(figures, field), colour })),
    ),
    available: lines.length,
  };
}

/** A name and its figure. */
export type NamedValue = { readonly name: string; readonly value: number; readonly isTotal?: boolean };
type NamedRow = { readonly [field: string]: unknown };

/** The rows of a block but its grand total. A group's own total stands for the group. */
function namedRows(data: BlockData): readonly NamedRow[] {
  if (data.form === "groups") return data.rows.filter((row) => !row.isTotal || row.records.length > 0);
  return data.form === "rows" ? data.rows : [];
}

const numberIn = (row: NamedRow, field: string) => (typeof row[field] === "number" ? row[field] : null);
const nameIn = (row: NamedRow) => String(row.name ?? "");

/** What a group of bars is made of: a figure of the rows, its name and its colour. */
export type BarSeries = { readonly field: string; readonly name: string; readonly colour: number };

/** The bars of a source or audience block: a group of them for each row. */
export function barModel(data: BlockData, figures: readonly BarSeries[]): AxisModel {
  const rows = namedRows(data);
  if (rows.length === 0) return EMPTY;
  return {
    labels: rows.map(nameIn),
    series: keyed(
      figures.map(({ field, name, colour }) => ({
        name,
        values: rows.map((row) => numberIn(row, field)),
        colour,
      })),
    ),
    available: figures.length,
  };
}

/**
 * The rows that are drawn by their names, largest first, and those that are drawn as one. Eight are all
 * named: Other would only hide one name. A row that is named Other itself is one of the others.
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
 * The slices of a pie: the seven largest and the rest as one.
 *
 * @param colours those of the screen's names, where its charts share them
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
  return {
    slices: slices.map(({ name, value }, at) => ({
      name,
      value,
      percent: percent(value),
      colour: own[at] ?? 0,
    })),
    total,
  };
}

/** The slices of one figure of rows by name. */
export function pieOfData(
  data: BlockData,
  otherName: string,
  field = "value",
  colours?: NameColours,
): PieModel {
  const rows = namedRows(data).map((row) => ({ name: nameIn(row), value: numberIn(row, field) ?? 0 }));
  return pieModel(rows, otherName, colours);
}

/** Whether a chart has nothing to draw. */
export function isEmptyModel(model: AxisModel): boolean {
  return (
    model.labels.length === 0 || model.series.every((one) => one.values.every((value) => value === null))
  );
}

/** The labels of a model as tooltips, tables and files have them. */
export function fullLabelsOf({ labels, fullLabels = labels }: AxisModel): readonly string[] {
  return fullLabels;
}

/** The rows of a chart's table: the labels down, the series across. */
export function tableOfModel(model: AxisModel): (string | number | null)[][] {
  return fullLabelsOf(model).map((label, at) => [
    label,
    ...model.series.map((one) => one.values[at] ?? null),
  ]);
}
