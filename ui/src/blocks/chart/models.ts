import type { Block, GroupRows, PeriodRow, Point } from "../../api/generated/wire";
import { blocks as copy } from "../../copy";
import { type NameColours, nameColours } from "../nameColours";
import { ownKeys } from "../ownKeys";

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
  /** The first day on the chart, yyyy-mm-dd. */
  readonly start?: string | undefined;
  /** The first day with data: a year before that began earlier has no figures. */
  readonly firstDay?: string | null | undefined;
  /** The colours of groups, where the charts of a screen share them. */
  readonly colours?: NameColours | undefined;
};

const monthFormat = new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric", timeZone: "UTC" });

/** A month as the labels of periods write it: 2026-01 is "Jan 2026"; another text stays as it is. */
export function monthLabel(month: string): string {
  const parts = /^(\d{4})-(\d{2})$/.exec(month);
  return parts ? monthFormat.format(Date.UTC(Number(parts[1]), Number(parts[2]) - 1)) : month;
}

/** The series of one chart, each with a key of its own. */
function keyed(series: readonly Omit<Series, "key">[]): Series[] {
  const keys = ownKeys(series.map(({ name }) => name));
  return series.map((one, at) => ({ ...one, key: keys[at] ?? "" }));
}

type MonthRow = { readonly date: string; readonly [field: string]: unknown };

const isMonth = (entry: unknown): entry is MonthRow =>
  typeof entry === "object" && entry !== null && "date" in entry;

const isGroup = (entry: unknown): entry is GroupRows =>
  typeof entry === "object" && entry !== null && !Array.isArray(entry) && "records" in entry;

/** The value at an index of a period row: index 1 is the first figure after the label. */
function valueAt(row: PeriodRow | Point | undefined, index: number): number | null {
  const value = row?.[index];
  return typeof value === "number" ? value : null;
}

/** Which figure of a row a line draws. */
export type LineFigure = {
  /** Its place in a row that is a list: 1 for the first after the label. */
  readonly index: number;
  /** Its name in a row that is an object. */
  readonly field?: string | undefined;
};

function months(
  rows: readonly MonthRow[],
  { field = "" }: LineFigure,
  name: string,
  colour: number,
): AxisModel {
  const value = (row: MonthRow) => (typeof row[field] === "number" ? row[field] : null);
  return {
    labels: rows.map(({ date }) => monthLabel(date)),
    series: keyed([{ name, values: rows.map(value), colour }]),
    available: 1,
  };
}

function grouped(groups: readonly GroupRows[], index: number, colours: NameColours): AxisModel {
  const labels = groups.reduce<string[]>((longest, group) => {
    const own = group.records.map(([label]) => label);
    return own.length > longest.length ? own : longest;
  }, []);
  const keys = ownKeys(groups.map(({ name }) => name));
  const series = groups.map((group, at) => {
    const byLabel = new Map(group.records.map((row) => [row[0], valueAt(row, index)]));
    const values = labels.map((label) => byLabel.get(label) ?? null);
    return { name: group.name, key: keys[at] ?? "", values };
  });
  const sum = (values: readonly (number | null)[]) =>
    values.reduce<number>((total, value) => total + (value ?? 0), 0);
  // The largest are drawn; they keep the order that the answer gives them.
  const largest = new Set([...series].sort((a, b) => sum(b.values) - sum(a.values)).slice(0, MOST_LINES));
  const drawn = series.filter((one) => largest.has(one));
  const own = colours.of(drawn.map(({ name }) => name));
  return {
    labels,
    series: drawn.map((one, at) => ({ ...one, colour: own[at] ?? 0 })),
    available: series.length,
  };
}

const PERIOD_LABEL = /^(?:(Q[1-4]|[A-Z][a-z]{2}) )?(\d{4})$/;
const MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

/** The first day of the period of a label: "Jan 2025", "Q1 2025" and "2025" begin on 2025-01-01. */
export function periodStart(label: string): string | null {
  const [, part = "Jan", year] = PERIOD_LABEL.exec(label) ?? [];
  if (year === undefined) return null;
  const month = part.startsWith("Q") ? 3 * Number(part[1]) - 2 : MONTHS.indexOf(part) / 3 + 1;
  return month < 1 ? null : `${year}-${String(month).padStart(2, "0")}-01`;
}

const yearBefore = (day: string) => `${String(Number(day.slice(0, 4)) - 1).padStart(4, "0")}${day.slice(4)}`;

/**
 * Whether there were data for all of a period of the year before. It begins with its label's first day, or,
 * where the chart begins later, on the same date as that.
 */
function wasLoaded(label: string, { start, firstDay }: LineContext): boolean {
  const begins = periodStart(label);
  if (!firstDay || begins === null) return true;
  const cut = start === undefined ? begins : yearBefore(start);
  return (cut > begins ? cut : begins) >= firstDay;
}

/** The figures of the same dates one year earlier; null where there were no data yet. */
function valuesBefore(rows: number, before: readonly PeriodRow[], index: number, context: LineContext) {
  return Array.from({ length: rows }, (_, at) => {
    const row = before[at];
    return row && wasLoaded(row[0], context) ? valueAt(row, index) : null;
  });
}

/**
 * The lines of a by-period or series block.
 *
 * @param colour the colour of the metric; groups take theirs by name
 */
export function lineModel(block: Block, figure: LineFigure, colour: number, context: LineContext): AxisModel {
  const { index } = figure;
  const { current, previous, colours = nameColours(copy.other) } = context;
  const data = Array.isArray(block.data) ? (block.data as unknown[]) : [];
  if (data.length === 0) return EMPTY;
  if (data.every(isGroup)) return grouped(data, index, colours);
  if (data.every(isMonth)) return months(data, figure, current, colour);
  const rows = data as PeriodRow[];
  const labels = rows.map(([label]) => label);
  const now = { name: current, values: rows.map((row) => valueAt(row, index)), colour };
  const before = valuesBefore(rows.length, block.previous ?? [], index, context);
  if (before.every((value) => value === null)) return { labels, series: keyed([now]), available: 1 };
  const dashed = { name: previous, values: before, colour: "previous" as const };
  return { labels, series: keyed([now, dashed]), available: 1 };
}

/** Several figures of a by-period block, each a line of its own; the year before would be one too many. */
export function linesModel(
  block: Block,
  lines: readonly (LineFigure & { readonly name: string; readonly colour: number })[],
): AxisModel {
  const models = lines.map((line) =>
    lineModel({ ...block, previous: [] }, line, line.colour, { current: line.name, previous: "" }),
  );
  return {
    labels: models[0]?.labels ?? [],
    series: keyed(models.flatMap(({ series }) => series)),
    available: models.length,
  };
}

/** A name and its figure. */
export type NamedValue = { readonly name: string; readonly value: number; readonly isTotal?: boolean };
type NamedRow = { readonly name: string; readonly isTotal?: boolean; readonly [field: string]: unknown };

/** The rows of a bars, pie or table block but its grand total. A group's own total stands for the group. */
function namedRows(block: Block): NamedRow[] {
  const rows = Array.isArray(block.data) ? (block.data as NamedRow[]) : [];
  return rows.filter((row) => !row.isTotal || (Array.isArray(row.records) && row.records.length > 0));
}

const numberIn = (row: NamedRow, field: string) => (typeof row[field] === "number" ? row[field] : null);

/** What a group of bars is made of: a figure of the rows, its name and its colour. */
export type BarSeries = { readonly field: string; readonly name: string; readonly colour: number };

/** The bars of a source or audience block: a group of them for each row. */
export function barModel(block: Block, figures: readonly BarSeries[]): AxisModel {
  const rows = namedRows(block);
  if (rows.length === 0) return EMPTY;
  return {
    labels: rows.map((row) => row.name),
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

/** The slices of a pie block, or of one figure of a table. */
export function pieOfBlock(
  block: Block,
  otherName: string,
  field = "value",
  colours?: NameColours,
): PieModel {
  const rows = namedRows(block).map((row) => ({ name: row.name, value: numberIn(row, field) ?? 0 }));
  return pieModel(rows, otherName, colours);
}

/** Whether a chart has nothing to draw. */
export function isEmptyModel(model: AxisModel): boolean {
  return (
    model.labels.length === 0 || model.series.every((one) => one.values.every((value) => value === null))
  );
}

/** The rows of a chart's table: the labels down, the series across. */
export function tableOfModel(model: AxisModel): (string | number | null)[][] {
  return model.labels.map((label, at) => [label, ...model.series.map((one) => one.values[at] ?? null)]);
}

const MONTH_LABEL = /^([A-Z][a-z]{2}|Q[1-4]) (\d{4})$/;

/** Labels for the axis: without the year where all are of one year. */
export function axisLabels(labels: readonly string[]): string[] {
  const years = new Set(labels.map((label) => MONTH_LABEL.exec(label)?.[2] ?? label));
  if (years.size !== 1 || labels.length < 2) return [...labels];
  return labels.map((label) => MONTH_LABEL.exec(label)?.[1] ?? label);
}
