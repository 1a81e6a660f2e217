import type { TableRow } from "../../api/generated/wire";
import type { BlockData, DataRow } from "../answers";
import { type Column, RANK_FIELD } from "../column";

/** The rows of a block, or of one of the lists it holds. */
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

/** The rows whose name or another text holds what is searched for, whatever its case. */
export function matching(
  rows: readonly TableRow[],
  columns: readonly Column[],
  text: string,
): readonly TableRow[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return rows;
  const fields = ["name", ...columns.filter((column) => column.text !== undefined).map(({ field }) => field)];
  return rows.filter((row) =>
    fields.some((field) =>
      String(row[field] ?? "")
        .toLowerCase()
        .includes(wanted),
    ),
  );
}

/**
 * How many rows the server left out. An answer without a total may be cut where it
 * is as long as was asked for, even where that is nothing: null.
 */
export function rowsLeftOut(data: BlockData, rows: number): number | null {
  if (data.form !== "rows" && data.form !== "lists") return 0;
  if (data.total !== undefined) return Math.max(0, data.total - rows);
  return rows === data.asked ? null : 0;
}
