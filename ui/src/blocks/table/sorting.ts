import type { TableRow } from "../../api/generated/wire";

/** The column rows are ordered by; one at a time. */
export type Sort = { readonly column: string; readonly descending: boolean };

/** A click on a header: another column starts ascending, the same one turns round. */
export function nextSort(sort: Sort, column: string): Sort {
  return sort.column === column ? { column, descending: !sort.descending } : { column, descending: false };
}

const byName = new Intl.Collator("en", { sensitivity: "base", numeric: true });

/** Whether the row is the grand total of a table: flagged, named Total, and without rows of its own. */
export function isGrandTotal(row: TableRow): boolean {
  return row.isTotal && row.records.length === 0;
}

function compareCells(a: TableRow, b: TableRow, column: string): number {
  const [left, right] = [a[column], b[column]];
  if (typeof left === "number" && typeof right === "number") return left - right;
  return byName.compare(String(left ?? ""), String(right ?? ""));
}

function ordered(rows: readonly TableRow[], { column, descending }: Sort): TableRow[] {
  const sign = descending ? -1 : 1;
  // Names settle ties, always upwards, so that the order is the same each time.
  return [...rows].sort((a, b) => sign * compareCells(a, b, column) || byName.compare(a.name, b.name));
}

/**
 * Rows in the chosen order, at both levels. The grand total stays last whatever the order, as it does
 * not compete with what it sums.
 */
export function sortRows(rows: readonly TableRow[], sort: Sort): TableRow[] {
  const totals = rows.filter(isGrandTotal);
  const groups = ordered(
    rows.filter((row) => !isGrandTotal(row)),
    sort,
  ).map((row) => (row.records.length > 1 ? { ...row, records: ordered(row.records, sort) } : row));
  return [...groups, ...totals];
}
