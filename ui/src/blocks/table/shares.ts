import type { TableRow } from "../../api/generated/wire";
import type { Column } from "../column";

const numberIn = (row: TableRow, field: string) => (typeof row[field] === "number" ? row[field] : 0);

/**
 * The share of a count in the row's sum of all columns that show shares, in percent to 2 decimals; 0
 * where they are all 0, as every percentage is.
 */
export function shareOf(row: TableRow, { field }: Column, columns: readonly Column[]): number {
  const sum = columns
    .filter(({ isShared }) => isShared)
    .reduce((total, column) => total + numberIn(row, column.field), 0);
  return sum === 0 ? 0 : Math.round((numberIn(row, field) / sum) * 10_000) / 100;
}
