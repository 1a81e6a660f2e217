import type { TableRow } from "../../../generated/wire";
import type { Column } from "../column";
import { hiddenIn } from "../frame/hiddenIn";

const numberIn = (row: TableRow, field: string) => (typeof row[field] === "number" ? row[field] : 0);

/**
 * The share of a count in the row's sum of all columns that show shares, in percent to 2 decimals; 0
 * where they are all 0, as every percentage is. Null where one of them is hidden: the sum is not known.
 */
export function shareOf(row: TableRow, { field }: Column, columns: readonly Column[]): number | null {
  const shared = columns.filter(({ isShared }) => isShared);
  if (shared.some((column) => hiddenIn(row, column.field))) return null;
  const sum = shared.reduce((total, column) => total + numberIn(row, column.field), 0);
  return sum === 0 ? 0 : Math.round((numberIn(row, field) / sum) * 10_000) / 100;
}
