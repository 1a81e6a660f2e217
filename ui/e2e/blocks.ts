/** The expected content of a block, computed from the answer and the declaration alone. */
import type { Locator, Page } from "@playwright/test";
import type {
  BlockDeclaration,
  FigureColumn,
  ListBlock,
  TableBlock,
  TextColumn,
} from "../src/figures/blocks/declaration";
import type { Unit } from "../src/generated/wire";
import { fieldOf } from "./declared";
import { block, writtenCell } from "./page";

/** A row of a table or list. */
export type Row = {
  readonly name: string;
  readonly isTotal?: boolean;
  readonly records?: readonly Row[];
  readonly [field: string]: unknown;
};

type PeriodRow = readonly [label: string, ...figures: number[]];
type Line = { readonly name: string; readonly records: readonly PeriodRow[] };

/** A period as the server describes it. */
export type Period = {
  readonly label: string;
  readonly start: string;
  readonly complete: boolean;
  readonly through: string | null;
  readonly covered: boolean;
  readonly previousCovered: boolean;
};

/** A block as the server returns it. */
export type Answer = {
  readonly data: unknown;
  readonly previous?: readonly PeriodRow[];
  readonly previousToDate?: readonly PeriodRow[];
  readonly periods?: readonly Period[];
  readonly series?: readonly { readonly key: string }[];
  readonly total?: number;
};

/** A figure, a name, or a gap. */
export type Value = string | number | null;

/** A table without its header: one list per row. */
export type Values = readonly (readonly Value[])[];

const figureIn = (row: Row, field: string): Value => {
  const value = row[field];
  return typeof value === "number" || typeof value === "string" ? value : null;
};

const monthLabel = (month: string) =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString("en-US", {
    timeZone: "UTC",
    month: "short",
    year: "numeric",
  });

const shortDay = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en-US", {
    timeZone: "UTC",
    month: "short",
    day: "numeric",
  });

/** The first day after a month, quarter or year, from its label. */
function dayAfter(label: string): Date {
  const year = Number(label.slice(-4));
  if (label.length === 4) return new Date(Date.UTC(year + 1, 0));
  const quarter = /^Q(\d)/.exec(label)?.[1];
  if (quarter) return new Date(Date.UTC(year, 3 * Number(quarter)));
  const after = new Date(`1 ${label} UTC`);
  after.setUTCMonth(after.getUTCMonth() + 1);
  return after;
}

/** A label as the page writes it; that of an unfinished period includes its days. */
export function labelOf({ label, start, complete, through }: Period): string {
  if (complete || !through || through < start) return label;
  const isQuarter = label.startsWith("Q");
  const isLate =
    !start.endsWith("-01") ||
    (isQuarter && Number(start.slice(5, 7)) % 3 !== 1) ||
    (label.length === 4 && !start.endsWith("-01-01"));
  const isEarly = Date.parse(through) + 86_400_000 < dayAfter(label).getTime();
  if (isLate && isEarly) return `${label} (${shortDay(start)} to ${shortDay(through)})`;
  if (isLate) return `${label} (from ${shortDay(start)})`;
  return isEarly ? `${label} (to ${shortDay(through)})` : label;
}

/** The figures of a chart by period: one row per label, one column per line; empty if not loaded. */
export function linesOf(answer: Answer, fields: readonly string[] | undefined, field?: string): Values {
  const data = answer.data as readonly (Row | Line | PeriodRow)[];
  const { periods = [] } = answer;
  // An unfinished period is compared with the same days of the year before.
  const previous = answer.previousToDate ?? answer.previous;
  const named = (label: string, at: number) => {
    const period = periods[at];
    return period ? labelOf({ ...period, label }) : label;
  };
  const now = (at: number, value: Value | undefined): Value =>
    periods[at]?.covered ? (value ?? null) : null;
  const index = (key: string | undefined) =>
    key === undefined ? 1 : 1 + (answer.series ?? []).findIndex((one) => one.key === key);
  const first = data[0];
  if (first && "records" in first) {
    const lines = data as readonly Line[];
    const at = index(field);
    return (lines[0]?.records ?? []).map(([label], row) => [
      named(label, row),
      ...lines.map(({ records }) => now(row, records[row]?.[at])),
    ]);
  }
  if (first && "date" in first)
    return (data as readonly Row[]).map((row, at) => [
      named(monthLabel(String(row.date)), at),
      now(at, figureIn(row, field ?? "")),
    ]);
  const rows = data as readonly PeriodRow[];
  if (fields)
    return rows.map((row, at) => [named(row[0], at), ...fields.map((one) => now(at, row[index(one)]))]);
  const hasPrevious = previous !== undefined && periods.some(({ previousCovered }) => previousCovered);
  const before = (at: number): Value =>
    (periods[at]?.previousCovered ? previous?.[at]?.[index(field)] : null) ?? null;
  return rows.map((row, at) => [
    named(row[0], at),
    now(at, row[index(field)]),
    ...(hasPrevious ? [before(at)] : []),
  ]);
}

/** A column of a table or list: its header, and its unit if it contains figures. */
export type ShownColumn = {
  readonly field: string;
  readonly label: string;
  readonly unit: Unit | null;
  readonly isShared: boolean;
};

/** All columns except the first. */
export function columnsOf(endpoint: string, declared: TableBlock | ListBlock): readonly ShownColumn[] {
  return declared.columns.map((column): ShownColumn => {
    const isShared = column.format === "countAndShare";
    if ("format" in column && column.format !== undefined && column.format !== "countAndShare") {
      return { field: column.field, label: (column as TextColumn).label, unit: null, isShared };
    }
    const { label, field } = column as FigureColumn;
    const known = fieldOf(endpoint, declared.block, field);
    return { field, label: label ?? known.label, unit: known.unit, isShared };
  });
}

/** Compares names as all answers do: numbers by size, then accents, then capitals. */
const byName = new Intl.Collator("en", { numeric: true, caseFirst: "upper" }).compare;

/** Groups sorted by one column: by their names in the order of the answer. The total stays last. */
export function groupsInOrder(rows: readonly Row[], sort: { field: string; descending: boolean }): Row[] {
  if (sort.field !== "name") return inOrder(rows, sort);
  const groups = rows.filter(({ isTotal }) => !isTotal);
  return [...(sort.descending ? groups.toReversed() : groups), ...rows.filter(({ isTotal }) => isTotal)];
}

/** Rows sorted by one column; ties keep the order of the answer, and the total stays last. */
export function inOrder(
  rows: readonly Row[],
  { field, descending }: { field: string; descending: boolean },
): Row[] {
  const sign = descending ? -1 : 1;
  const compare = ({ [field]: a }: Row, { [field]: b }: Row) =>
    typeof a === "number" && typeof b === "number" ? a - b : byName(String(a), String(b));
  return [
    ...rows.filter(({ isTotal }) => !isTotal).sort((a, b) => sign * compare(a, b)),
    ...rows.filter(({ isTotal }) => isTotal),
  ];
}

/** A count's share of its row, as a percentage with 2 decimals. */
function shareOf(row: Row, field: string, columns: readonly ShownColumn[]): number {
  const counts = columns.filter(({ isShared }) => isShared).map((one) => Number(row[one.field]));
  const sum = counts.reduce((total, count) => total + count, 0);
  return sum === 0 ? 0 : Math.round((Number(row[field]) / sum) * 10_000) / 100;
}

/** The cell texts of a row. */
export function cellTexts(row: Row, columns: readonly ShownColumn[], least = 0): string[] {
  return columns.map(({ field, unit, isShared }) => {
    if (unit === null) return String(row[field] ?? "");
    const text = writtenCell(row[field], unit, least);
    return isShared ? `${text} ${writtenCell(shareOf(row, field, columns), "percent", least)}` : text;
  });
}

/** The header of the figures in a file, with the unit of percentages and money. */
export function fileHead(columns: readonly ShownColumn[]): string[] {
  return columns.flatMap(({ label, unit, isShared }) => {
    if (isShared) return [label, `${label} (%)`];
    if (unit === "money") return [`${label} (USD)`];
    return [unit === "percent" && !label.includes("%") ? `${label} (%)` : label];
  });
}

/** The figures of a row in a file, unformatted. */
export function fileCells(row: Row, columns: readonly ShownColumn[]): string[] {
  return columns.flatMap(({ field, isShared }) => {
    const value = String(row[field] ?? "");
    return isShared ? [value, String(shareOf(row, field, columns))] : [value];
  });
}

/** The displayed rows of a table, the total last, wherever it is shown. */
export async function rowsOf(table: Locator): Promise<string[][]> {
  return table
    .locator("tbody tr, tfoot tr")
    .evaluateAll((rows) =>
      [
        ...rows.filter((row) => !row.closest("[data-totals]")),
        ...rows.filter((row) => row.closest("[data-totals]")),
      ].map((row) =>
        [...row.querySelectorAll("th, td")].map((cell) =>
          (cell.textContent ?? "").replace(/\s+/g, " ").trim(),
        ),
      ),
    );
}

/** The headers of a table. */
export async function headsOf(table: Locator): Promise<string[]> {
  return table
    .locator("thead th")
    .evaluateAll((cells) => cells.map((cell) => (cell.textContent ?? "").trim()));
}

/** Opens the menu of a chart and returns one of its items. */
export async function menuItem(region: Locator, name: string): Promise<Locator> {
  await region.getByRole("button", { name: /^More: / }).click();
  return region.getByRole("menuitem", { name, exact: true });
}

/** Chooses the time scale of a chart. */
export async function setScale(region: Locator, label: string): Promise<void> {
  await region.getByRole("combobox", { name: "Time scale" }).selectOption({ label });
}

/** Switches a chart to its table. */
export async function asTable(page: Page, { title }: Pick<BlockDeclaration, "title">): Promise<Locator> {
  const region = block(page, title);
  const table = region.getByRole("table", { name: title, exact: true });
  await (await menuItem(region, "View as table")).click();
  await table.waitFor();
  return table;
}
