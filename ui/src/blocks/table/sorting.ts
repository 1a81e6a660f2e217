import type { TableRow } from "../../api/generated/wire";
import type { Sort } from "../declaration";

/** A click on a header: another column starts ascending, the same one turns round. */
export function nextSort(sort: Sort, column: string): Sort {
  return sort.column === column ? { column, descending: !sort.descending } : { column, descending: false };
}

function byCodePoint(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at++) {
    const difference = (a.codePointAt(at) ?? 0) - (b.codePointAt(at) ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Texts as every answer orders names: without regard to case, then by code point. */
function compareTexts(a: string, b: string): number {
  return byCodePoint(a.toLowerCase(), b.toLowerCase()) || byCodePoint(a, b);
}

/** Whether the row is the grand total of a table: flagged, named Total, and without rows of its own. */
export function isGrandTotal(row: TableRow): boolean {
  return row.isTotal && row.records.length === 0;
}

function compareCells(a: TableRow, b: TableRow, column: string): number {
  const [left, right] = [a[column], b[column]];
  if (typeof left === "number" && typeof right === "number") return left - right;
  return compareTexts(String(left ?? ""), String(right ?? ""));
}

function ordered<R extends TableRow>(rows: readonly R[], { column, descending }: Sort): R[] {
  const sign = descending ? -1 : 1;
  // Rows that are alike keep the order of the answer, which is total and which ranks count.
  return [...rows].sort((a, b) => sign * compareCells(a, b, column));
}

/**
 * Rows, as they were answered, in the chosen order at both levels. The grand total stays last whatever the order, as it does
 * not compete with what it sums.
 */
export function sortRows<R extends TableRow>(rows: readonly R[], sort: Sort): R[] {
  const totals = rows.filter(isGrandTotal);
  const groups = ordered(
    rows.filter((row) => !isGrandTotal(row)),
    sort,
  ).map((row) => (row.records.length > 1 ? { ...row, records: ordered(row.records, sort) } : row));
  return [...groups, ...totals];
}
