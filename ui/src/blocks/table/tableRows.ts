import type { TableRow } from "../../api/generated/wire";
import type { Cell } from "../csv";
import { isGrandTotal } from "./sorting";
import type { Column } from "./Table";

function cell(value: TableRow[string] | undefined): Cell {
  return typeof value === "number" || typeof value === "string" ? value : null;
}

/**
 * A table as rows of a file. Two levels take two columns, so that every row stands for itself and can be
 * filtered; a group's own row says Total in the second.
 *
 * @param levels the header of each level
 */
export function tableRows(
  rows: readonly TableRow[],
  columns: readonly Column[],
  levels: readonly string[],
  total: string,
): Cell[][] {
  const figures = (row: TableRow) => columns.map(({ field }) => cell(row[field]));
  const head: Cell[] = [
    ...levels,
    ...columns.map(({ label, unit }) =>
      unit === "percent" && !label.includes("%") ? `${label} (%)` : label,
    ),
  ];
  if (levels.length < 2) return [head, ...rows.map((row) => [row.name, ...figures(row)])];
  const body = rows.flatMap((row) => [
    [row.name, isGrandTotal(row) ? null : total, ...figures(row)],
    ...row.records.map((child): Cell[] => [row.name, child.name, ...figures(child)]),
  ]);
  return [head, ...body];
}
