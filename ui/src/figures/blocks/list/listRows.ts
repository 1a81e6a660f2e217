import type { TableRow } from "../../../generated/wire";
import type { BlockData, DataRow } from "../blockData";
import { type Column, RANK_FIELD } from "../column";

/** The rows of a block, or of one of its lists. */
export function rowsIn(data: BlockData, part: string | undefined): readonly DataRow[] {
  if (data.form === "rows") return data.rows;
  return data.form === "lists" && part !== undefined ? (data.lists[part] ?? []) : [];
}

/** Rows of a list as rows of a table: the naming text first, no levels. */
export function listRows(rows: readonly DataRow[], nameField: string): TableRow[] {
  return rows.map((row, at) => ({
    ...row,
    [RANK_FIELD]: at + 1,
    name: String(row[nameField] ?? ""),
    isTotal: false,
    records: [],
  }));
}

/** A row with its text for searching. */
export type SearchableRow<R extends TableRow = TableRow> = { readonly row: R; readonly text: string };

/** Rows with their name and other texts in lower case, computed once for all searches. */
export function searchable<R extends TableRow>(
  rows: readonly R[],
  columns: readonly Column[],
): SearchableRow<R>[] {
  const fields = ["name", ...columns.filter((column) => column.text !== undefined).map(({ field }) => field)];
  // Joined by line breaks, which no search contains.
  return rows.map((row) => ({
    row,
    text: fields
      .map((field) => String(row[field] ?? ""))
      .join("\n")
      .toLowerCase(),
  }));
}

/** The rows whose name or another text contains the search text, ignoring case. */
export function matching<R extends TableRow>(rows: readonly SearchableRow<R>[], text: string): readonly R[] {
  const wanted = text.trim().toLowerCase();
  const found = wanted === "" ? rows : rows.filter((one) => one.text.includes(wanted));
  return found.map(({ row }) => row);
}

/**
 * The number of rows that the server left out; null if unknown. An answer without a total may be incomplete if it has
 * exactly as many rows as requested, even 0.
 */
export function rowsLeftOut(data: BlockData, rows: number): number | null {
  if (data.form !== "rows" && data.form !== "lists") return 0;
  if (data.total !== undefined) return Math.max(0, data.total - rows);
  return rows === data.limit ? null : 0;
}
