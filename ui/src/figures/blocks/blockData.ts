/**
 * The data of a block as views draw it. Calls return blocks of a dozen shapes; each is converted once, on arrival,
 * into one of the five forms below.
 */

import { charts as copy } from "#texts/blocks";
import { type BlockInfo, screenBlocks } from "#texts/generated/blocks";
import type {
  AnyBlock,
  Bars,
  ByPeriod,
  Flow,
  FlowRow,
  GroupSeries,
  Lists,
  Months,
  Row,
  Screens,
  Table,
} from "../../generated/calls";
import type {
  ChartPeriod,
  GroupRows,
  HiddenFields,
  PeriodRow,
  TableRow,
  TimeScale,
  ViewByH1,
  ViewByH2,
} from "../../generated/wire";
import { isGrandTotal } from "./table/sorting";

/** Figures by name, one for each period; null where there is no data. */
export type PeriodFigures = Readonly<Record<string, readonly (number | null)[]>>;

/** Whether the server hides a figure, by name, for each period. */
export type HiddenPeriods = Readonly<Record<string, readonly boolean[]>>;

/** Figures by period: totals, or one line per group. */
export type PeriodsData = {
  readonly form: "periods";
  readonly scale: TimeScale;
  readonly periods: readonly ChartPeriod[];
  /** One line of totals, whose name is null, or one per group. */
  readonly lines: readonly {
    readonly name: string | null;
    readonly figures: PeriodFigures;
    /** Undefined if all figures are shown. */
    readonly hidden?: HiddenPeriods | undefined;
  }[];
  /** The totals on the same dates one year earlier; null if the call does not return them. */
  readonly before: PeriodFigures | null;
  /** Undefined if all of `before` are shown. */
  readonly hiddenBefore?: HiddenPeriods | undefined;
} & HiddenCount;

/** How many figures the server hides, and the feed table of the block that was never loaded. */
type HiddenCount = { readonly hidden?: number | undefined; readonly notLoaded?: string | undefined };

/** The figures whose data do not reach back to the first day of the window. */
type Partly = { readonly partial?: readonly string[] | undefined };

/** A row of texts and figures. */
export type DataRow = Readonly<Record<string, string | number | null | HiddenFields | undefined>>;

/** Rows of items. */
export type RowsData = {
  readonly form: "rows";
  readonly rows: readonly DataRow[];
  /** The number of rows on the server; undefined if the call does not return it. */
  readonly total?: number | undefined;
  /** The number of rows requested; null for all. */
  readonly limit: number | null;
} & HiddenCount &
  Partly;

/** Several lists by key. */
export type ListsData = Omit<RowsData, "form" | "rows"> & {
  readonly form: "lists";
  readonly lists: Readonly<Record<string, readonly DataRow[]>>;
};

/** A row per group, in one or two levels, the total last. */
export type GroupsData = {
  readonly form: "groups";
  readonly viewByH1: ViewByH1;
  readonly viewByH2: ViewByH2;
  readonly rows: readonly TableRow[];
} & HiddenCount &
  Partly;

/** How many members went from group to group. */
export type FlowsData = {
  readonly form: "flows";
  readonly viewByH1: ViewByH1;
  readonly flows: readonly FlowRow<"value">[];
} & HiddenCount;

/** A block in the form that views use. */
export type BlockData = PeriodsData | RowsData | ListsData | GroupsData | FlowsData;

/** The blocks of a screen, by id. */
export type Blocks = Readonly<Record<string, BlockData | undefined>>;

/** The complete rows of an answer without blocks. */
export function wholeRows(rows: readonly DataRow[], partial?: readonly string[]): RowsData {
  return { form: "rows", rows, limit: null, partial };
}

/** Replaces figures by gaps where their table does not reach back to the period: a zero would be false. */
function covered(values: readonly (number | null | undefined)[], periods: readonly ChartPeriod[]) {
  return periods.map((period, at) => (period.covered ? (values[at] ?? null) : null));
}

const columns = (
  names: readonly string[],
  column: (name: string, at: number) => readonly (number | null)[],
) => Object.fromEntries(names.map((name, at) => [name, column(name, at)]));

/** The value of a figure in a row, whose first element is the label. */
const valueAt = (row: PeriodRow | undefined, figure: number): number | undefined => {
  const value = row?.[figure + 1];
  return typeof value === "number" ? value : undefined;
};

/** Whether figures are hidden: there is none where the table reaches back to the period. */
function hiddenPeriods(
  names: readonly string[],
  rows: readonly (PeriodRow | undefined)[],
  isCovered: readonly boolean[],
): HiddenPeriods | undefined {
  const isHidden = (figure: number) => isCovered.map((is, at) => is && rows[at]?.[figure + 1] === null);
  const hidden = names.map((name, figure) => [name, isHidden(figure)] as const);
  return hidden.some(([, each]) => each.includes(true)) ? Object.fromEntries(hidden) : undefined;
}

function groupLines(groups: readonly GroupRows[], names: readonly string[], periods: readonly ChartPeriod[]) {
  const isCovered = periods.map((period) => period.covered);
  return groups.map(({ name, records }) => ({
    name,
    hidden: hiddenPeriods(names, records, isCovered),
    figures: columns(names, (_, figure) =>
      covered(
        records.map((row) => valueAt(row, figure)),
        periods,
      ),
    ),
  }));
}

function periodsOf(answer: AnyBlock, { shape, figures }: BlockInfo): PeriodsData {
  const names = Object.keys(figures);
  const { filterParams } = answer;
  const previous = answer.previousToDate ?? answer.previous;
  const periods = answer.periods ?? [];
  const form = { form: "periods", scale: filterParams.timeScale, periods, hidden: answer.hidden } as const;
  if (shape === "series" || (shape === "byPeriod" && filterParams.viewBy !== "TOTALS")) {
    const groups = answer.data as GroupSeries<string>["data"];
    return { ...form, lines: groupLines(groups, names, periods), before: null };
  }
  const rows = answer.data as Exclude<ByPeriod<string>["data"], GroupRows[]>;
  const whole = columns(names, (_, figure) =>
    covered(
      rows.map((row) => valueAt(row, figure)),
      periods,
    ),
  );
  const before =
    previous &&
    columns(names, (_, figure) =>
      periods.map((period, at) => (period.previousCovered ? (valueAt(previous[at], figure) ?? null) : null)),
    );
  const isCovered = periods.map((period) => period.covered);
  const wasCovered = periods.map((period) => period.previousCovered);
  return {
    ...form,
    lines: [{ name: null, figures: whole, hidden: hiddenPeriods(names, rows, isCovered) }],
    before: before ?? null,
    hiddenBefore: previous && hiddenPeriods(names, previous, wasCovered),
  };
}

function monthsOf({ data, periods = [], hidden }: AnyBlock, { figures }: BlockInfo): PeriodsData {
  const months = data as Months<string>["data"] as readonly Row<never, string>[];
  const whole = columns(Object.keys(figures), (name) =>
    covered(
      months.map((month) => month[name]),
      periods,
    ),
  );
  return {
    form: "periods",
    scale: "BY_MONTHS",
    periods,
    lines: [{ name: null, figures: whole }],
    before: null,
    hidden,
  };
}

/** The rows with the grand total named in the page's language. */
const withTotalNamed = (rows: readonly TableRow[]): readonly TableRow[] =>
  rows.map((row) => (isGrandTotal(row) ? { ...row, name: copy.total } : row));

/** Reads a block of a breakdown. */
export function readBlock(answer: AnyBlock, info: BlockInfo): BlockData {
  return { ...shapedBlock(answer, info), notLoaded: answer.notLoaded };
}

function shapedBlock(answer: AnyBlock, info: BlockInfo): BlockData {
  const { data, total, filterParams, hidden, partial } = answer;
  const some = { total, limit: filterParams.recordCount, hidden, partial };
  switch (info.shape) {
    case "byPeriod":
    case "byPeriodTotals":
    case "series":
      return periodsOf(answer, info);
    case "months":
      return monthsOf(answer, info);
    case "table": {
      const { viewByH1, viewByH2 } = filterParams;
      return {
        form: "groups",
        viewByH1,
        viewByH2,
        rows: withTotalNamed(data as Table<never>["data"]),
        partial,
        hidden,
      };
    }
    case "flow":
      return {
        form: "flows",
        viewByH1: filterParams.viewByH1,
        flows: data as Flow<"value">["data"],
        hidden,
      };
    case "lists":
      return { form: "lists", lists: data as Lists<string, string, never>["data"], ...some };
    case "list":
    case "bars":
    case "groups":
      return { form: "rows", rows: data as Bars<string, never>["data"], ...some };
    default:
      throw new Error(`${answer.type}: a block is never a ${info.shape}`);
  }
}

/** The shape and figures of each block of a call. */
export function infosOf(endpoint: keyof Screens): Readonly<Record<string, BlockInfo>> {
  return screenBlocks[endpoint] as Readonly<Record<string, BlockInfo>>;
}
