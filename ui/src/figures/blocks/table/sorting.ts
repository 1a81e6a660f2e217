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

/** The order of names on the server (`src/figures/natural.rs`), whatever the language of the page. */
const collator = new Intl.Collator("en", { numeric: true, caseFirst: "upper" });

/** Names as people expect them: numbers by size, accents and capitals only between names that are alike otherwise. */
const byName: Compare<string> = (a, b) => collator.compare(a, b) || (a === b ? 0 : a < b ? -1 : 1);

/** A row with its sort key, computed once for all comparisons. */
type Sortable<R> = {
  readonly row: R;
  readonly value: number | null;
  readonly text: string;
};

/** Compares the figures of rows by size, and their texts as every answer does. */
const compare: Compare<Sortable<TableRow>> = (a, b) =>
  a.value !== null && b.value !== null ? a.value - b.value : byName(a.text, b.text);

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
    return { row, value: typeof cell === "number" ? cell : null, text: String(cell ?? "") };
  });
  const sign = descending ? -1 : 1;
  // Equal rows stay in the order of the answer, which is total and which ranks follow.
  // What is hidden is last in either order: its place would tell how large it is. So is what is not known.
  const isHidden = ({ row }: Sortable<R>) => hiddenIn(row, column) !== undefined || row[column] === null;
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
