import type { Block, TableRow } from "../../api/generated/wire";
import { type Column, RANK_FIELD } from "../column";

/** The rows of a list's answer, or of one of the lists it holds. */
export function listData({ data }: Pick<Block, "data">, part: string | undefined): unknown {
  return part === undefined ? data : (data as Record<string, unknown> | null)?.[part];
}

/** Rows of a list as rows of a table: the naming field first, no levels. */
export function listRows(data: unknown, nameField: string): TableRow[] {
  if (!Array.isArray(data)) return [];
  return (data as Record<string, string | number>[]).map((row, at) => ({
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
 * How many rows the server kept back. An answer that does not tell how many there are may be cut where it
 * is as long as was asked for, even where that is nothing: null.
 */
export function rowsLeftOut({ total, filterParams }: Block, rows: number): number | null {
  if (total !== undefined) return Math.max(0, total - rows);
  return rows === filterParams.recordCount ? null : 0;
}
