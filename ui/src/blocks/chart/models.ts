import type { Block, GroupRows, PeriodRow, Point } from "../../api/generated/wire";

/** How many lines a chart draws: one for each categorical colour. */
export const MOST_LINES = 8;
/** How many slices a pie draws before the rest becomes Other. */
export const MOST_SLICES = 7;

/** One line, or one group of bars. */
export type Series = {
  readonly name: string;
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
export type Slice = { readonly name: string; readonly value: number; readonly percent: number };

/** A pie: its slices, largest first, and their sum. */
export type PieModel = { readonly slices: readonly Slice[]; readonly total: number };

const EMPTY: AxisModel = { labels: [], series: [], available: 0 };

/** Names that a model needs and an answer does not carry. */
export type SeriesNames = { readonly current: string; readonly previous: string };

const isGroup = (entry: unknown): entry is GroupRows =>
  typeof entry === "object" && entry !== null && !Array.isArray(entry) && "records" in entry;

/** The value at an index of a period row: index 1 is the first figure after the label. */
function valueAt(row: PeriodRow | Point | undefined, index: number): number | null {
  const value = row?.[index];
  return typeof value === "number" ? value : null;
}

function grouped(groups: readonly GroupRows[], index: number): AxisModel {
  const labels = groups.reduce<string[]>((longest, group) => {
    const own = group.records.map(([label]) => label);
    return own.length > longest.length ? own : longest;
  }, []);
  const series = groups.map((group) => {
    const byLabel = new Map(group.records.map((row) => [row[0], valueAt(row, index)]));
    return { name: group.name, values: labels.map((label) => byLabel.get(label) ?? null) };
  });
  const sum = (values: readonly (number | null)[]) =>
    values.reduce<number>((total, value) => total + (value ?? 0), 0);
  // The largest are drawn; they keep the order, and so the colour, that the answer gives them.
  const largest = new Set([...series].sort((a, b) => sum(b.values) - sum(a.values)).slice(0, MOST_LINES));
  const drawn = series
    .filter((one) => largest.has(one))
    .map((one, position) => ({ ...one, colour: position }));
  return { labels, series: drawn, available: series.length };
}

/**
 * The lines of a by-period or series block.
 *
 * @param index which figure of each row: 1 for the first
 * @param colour the colour of the metric; groups take the colours by position
 */
export function lineModel(block: Block, index: number, colour: number, names: SeriesNames): AxisModel {
  const data = Array.isArray(block.data) ? (block.data as unknown[]) : [];
  if (data.length === 0) return EMPTY;
  if (data.every(isGroup)) return grouped(data, index);
  const rows = data as PeriodRow[];
  const series: Series[] = [{ name: names.current, values: rows.map((row) => valueAt(row, index)), colour }];
  if (block.previous && block.previous.length > 0) {
    const before = block.previous;
    series.push({
      name: names.previous,
      values: rows.map((_, at) => valueAt(before[at], index)),
      colour: "previous",
    });
  }
  return { labels: rows.map(([label]) => label), series, available: 1 };
}

type NamedValue = { name: string; value: number; isTotal?: boolean };

function namedValues(block: Block): NamedValue[] {
  return Array.isArray(block.data) ? (block.data as NamedValue[]).filter((row) => !row.isTotal) : [];
}

/** The bars of a source or audience block. */
export function barModel(block: Block, name: string, colour: number): AxisModel {
  const rows = namedValues(block);
  if (rows.length === 0) return EMPTY;
  return {
    labels: rows.map((row) => row.name),
    series: [{ name, values: rows.map((row) => row.value), colour }],
    available: 1,
  };
}

/** The slices of a pie: the seven largest and the rest as one. */
export function pieModel(rows: readonly NamedValue[], otherName: string): PieModel {
  const counted = rows.filter((row) => !row.isTotal && row.value > 0).sort((a, b) => b.value - a.value);
  const total = counted.reduce((sum, row) => sum + row.value, 0);
  const shown = counted.length > MOST_SLICES + 1 ? counted.slice(0, MOST_SLICES) : counted;
  const rest = counted.slice(shown.length).reduce((sum, row) => sum + row.value, 0);
  const slices = rest > 0 ? [...shown, { name: otherName, value: rest }] : shown;
  const percent = (value: number) => Math.round((value / total) * 10_000) / 100;
  return { slices: slices.map(({ name, value }) => ({ name, value, percent: percent(value) })), total };
}

/** The slices of a pie block. */
export function pieOfBlock(block: Block, otherName: string): PieModel {
  return pieModel(namedValues(block), otherName);
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
