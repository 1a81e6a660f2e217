import type { TableRow } from "../../../generated/wire";
import { ownKeys } from "../ownKeys";
import { isGrandTotal } from "./sorting";

/** A row with a key that is unique in its table. */
export type KeyedRow = TableRow & { readonly key: string };

/** A line of the body of a table: a row without rows of its own, a group, or a row of a group. */
export type Line = {
  readonly key: string;
  readonly row: TableRow;
  /** The group of a row of a group. */
  readonly above?: TableRow;
  readonly level: "row" | "group" | "child";
  /** Whether the rows of a group are shown. */
  readonly isOpen: boolean;
  /** Whether it has the darker stripe. Stripes depend on the rows shown, so CSS cannot count them. */
  readonly isOdd: boolean;
};

/** Rows with keys that do not depend on sorting. */
export function keyed(rows: readonly TableRow[]): KeyedRow[] {
  const keys = ownKeys(rows.map(({ name }) => name));
  return rows.map((row, at) => ({ ...row, key: keys[at] ?? "" }));
}

/** The lines of the rows without the grand total, and without the rows of the groups in `collapsed`. */
export function linesOf(rows: readonly KeyedRow[], collapsed: ReadonlySet<string>): Line[] {
  let striped = 0;
  const isOdd = () => striped++ % 2 === 1;
  const lines: Line[] = [];
  for (const row of rows) {
    if (isGrandTotal(row)) continue;
    const { key } = row;
    const isGroup = row.records.length > 0;
    const isOpen = isGroup && !collapsed.has(key);
    lines.push({ key, row, level: isGroup ? "group" : "row", isOpen, isOdd: isGroup ? false : isOdd() });
    if (!isOpen) continue;
    for (const child of keyed(row.records)) {
      lines.push({
        key: `${key}/${child.key}`,
        row: child,
        above: row,
        level: "child",
        isOpen: false,
        isOdd: isOdd(),
      });
    }
  }
  return lines;
}
