import type { TableRow } from "../../../generated/wire";
import type { Sort } from "../declaration";
import { hiddenIn } from "../frame/hiddenIn";

/**
 * The sort after a click on a header: the sorted column is reversed, another starts with its largest figures or with A.
 *
 * @param isFigure whether the column holds figures
 */
export function nextSort(sort: Sort, column: string, isFigure: boolean): Sort {
  return { column, descending: sort.column === column ? !sort.descending : isFigure };
}

/** Whether the row is the grand total of a table: flagged, named Total, and without rows of its own. */
export function isGrandTotal(row: TableRow): boolean {
  return row.isTotal && row.records.length === 0;
}

type Compare<V> = (a: V, b: V) => number;

const byUnit: Compare<string> = (a, b) => (a === b ? 0 : a < b ? -1 : 1);

const byCodePoint: Compare<string> = (a, b) => {
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at++) {
    const difference = (a.codePointAt(at) ?? 0) - (b.codePointAt(at) ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
};

/** Surrogates: their order by UTF-16 unit differs from that by code point. */
const PAIRED = /[\uD800-\uDFFF]/;

/** A row with its sort key, computed once for all comparisons. */
type Sortable<R> = {
  readonly row: R;
  readonly value: number | null;
  readonly text: string;
  readonly folded: string;
};

/** Compares the figures of rows by size, and their texts as every answer does: ignoring case, then by code point. */
function compareIn(rows: readonly Sortable<TableRow>[]): Compare<Sortable<TableRow>> {
  const compare = rows.some(({ text }) => PAIRED.test(text)) ? byCodePoint : byUnit;
  return (a, b) => {
    if (a.value !== null && b.value !== null) return a.value - b.value;
    return compare(a.folded, b.folded) || compare(a.text, b.text);
  };
}

/** How the names of rows are sorted: as texts, or as the answer has them, which is the order of user groups. */
export type NameOrder = "text" | "answer";

function ordered<R extends TableRow>(
  rows: readonly R[],
  { column, descending }: Sort,
  names: NameOrder,
): R[] {
  if (column === "name" && names === "answer") return descending ? rows.toReversed() : [...rows];
  const sortable = rows.map((row): Sortable<R> => {
    const cell = row[column];
    const text = String(cell ?? "");
    return { row, value: typeof cell === "number" ? cell : null, text, folded: text.toLowerCase() };
  });
  const compare = compareIn(sortable);
  const sign = descending ? -1 : 1;
  // Equal rows stay in the order of the answer, which is total and which ranks follow.
  // What is hidden is last in either order: its place would tell how large it is.
  const isHidden = ({ row }: Sortable<R>) => hiddenIn(row, column) !== undefined;
  const shown = sortable.filter((one) => !isHidden(one)).sort((a, b) => sign * compare(a, b));
  return [...shown, ...sortable.filter(isHidden)].map(({ row }) => row);
}

/**
 * Sorts the rows of an answer at both levels. The grand total stays last in every order, because it does
 * not compete with what it sums.
 */
export function sortRows<R extends TableRow>(rows: readonly R[], sort: Sort, names: NameOrder = "text"): R[] {
  const totals = rows.filter(isGrandTotal);
  const groups = ordered(
    rows.filter((row) => !isGrandTotal(row)),
    sort,
    names,
  ).map((row) => (row.records.length > 1 ? { ...row, records: ordered(row.records, sort, names) } : row));
  return [...groups, ...totals];
}
