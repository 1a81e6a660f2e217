import { charts as copy } from "#texts/blocks";
import type { TableRow } from "../../../generated/wire";
import { type Column, RANK_FIELD } from "../column";
import { type Cell, withUnit } from "../frame/csv";
import { hiddenInFile } from "../frame/HiddenFigure";
import { hiddenIn } from "../frame/hiddenIn";
import { shareOf } from "./shares";
import { isGrandTotal } from "./sorting";

function cell(value: TableRow[string] | undefined): Cell {
  return typeof value === "number" || typeof value === "string" ? value : null;
}

function headOf({ label, unit, isShared }: Column, currency: string): Cell[] {
  return isShared ? [label, copy.shareOf(label)] : [withUnit(label, unit, currency)];
}

/** Texts of a file that are not in its rows. */
export type FileWords = {
  /** The second level of a group's own row. */
  readonly total: string;
  /** The unit of money. */
  readonly currency: string;
  /** The header of the rank, if the rows have one. */
  readonly rank?: string | undefined;
  /** The fewest members that a figure may be about; fewer are said instead of the figure. */
  readonly leastMembers?: number | undefined;
};

/**
 * A table as rows of a file. Two levels take two columns, so that every row is complete and can be
 * filtered; a group's own row says Total in the second. A count with its share takes two columns too.
 *
 * @param levels the header of each level
 */
export function tableRows(
  rows: readonly TableRow[],
  columns: readonly Column[],
  levels: readonly string[],
  { total, currency, rank, leastMembers = 0 }: FileWords,
): Cell[][] {
  const figures = (row: TableRow) =>
    columns.flatMap((column) => {
      const why = hiddenIn(row, column.field);
      const value = why ? hiddenInFile(why, leastMembers) : cell(row[column.field]);
      return column.isShared ? [value, shareOf(row, column, columns)] : [value];
    });
  const ranked = (row: TableRow) => (rank === undefined ? [] : [cell(row[RANK_FIELD])]);
  const head: Cell[] = [
    ...(rank === undefined ? [] : [rank]),
    ...levels,
    ...columns.flatMap((column) => headOf(column, currency)),
  ];
  if (levels.length < 2) return [head, ...rows.map((row) => [...ranked(row), row.name, ...figures(row)])];
  const body = rows.flatMap((row) => [
    [row.name, isGrandTotal(row) ? null : total, ...figures(row)],
    ...row.records.map((child): Cell[] => [row.name, child.name, ...figures(child)]),
  ]);
  return [head, ...body];
}
