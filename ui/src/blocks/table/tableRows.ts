import type { TableRow } from "../../api/generated/wire";
import { blocks as copy } from "../../copy";
import type { Cell } from "../csv";
import { RANK_FIELD } from "../listRows";
import { shareOf } from "./shares";
import { isGrandTotal } from "./sorting";
import type { Column } from "./Table";

function cell(value: TableRow[string] | undefined): Cell {
  return typeof value === "number" || typeof value === "string" ? value : null;
}

function headOf({ label, unit, isShared }: Column): Cell[] {
  if (isShared) return [label, copy.shareOf(label)];
  return [unit === "percent" && !label.includes("%") ? copy.shareOf(label) : label];
}

/**
 * A table as rows of a file. Two levels take two columns, so that every row stands for itself and can be
 * filtered; a group's own row says Total in the second. A count with its share takes two columns too.
 *
 * @param levels the header of each level
 * @param rank the header of the rank, where the rows have one
 */
export function tableRows(
  rows: readonly TableRow[],
  columns: readonly Column[],
  levels: readonly string[],
  total: string,
  rank?: string,
): Cell[][] {
  const figures = (row: TableRow) =>
    columns.flatMap((column) => {
      const value = cell(row[column.field]);
      return column.isShared ? [value, shareOf(row, column, columns)] : [value];
    });
  const ranked = (row: TableRow) => (rank === undefined ? [] : [cell(row[RANK_FIELD])]);
  const head: Cell[] = [...(rank === undefined ? [] : [rank]), ...levels, ...columns.flatMap(headOf)];
  if (levels.length < 2) return [head, ...rows.map((row) => [...ranked(row), row.name, ...figures(row)])];
  const body = rows.flatMap((row) => [
    [row.name, isGrandTotal(row) ? null : total, ...figures(row)],
    ...row.records.map((child): Cell[] => [row.name, child.name, ...figures(child)]),
  ]);
  return [head, ...body];
}
