import { useMemo } from "react";
import type { TableRow } from "../../../generated/wire";
import type { Sort } from "../declaration";
import { type KeyedRow, keyed } from "./lines";
import { type NameOrder, sortRows } from "./sorting";

/** The rows of a table with their keys, in the order of the answer and in the chosen order. */
export function useOrdered(
  rows: readonly TableRow[],
  sort: Sort,
  names?: NameOrder,
): { answered: readonly KeyedRow[]; ordered: readonly KeyedRow[] } {
  const answered = useMemo(() => keyed(rows), [rows]);
  const ordered = useMemo(() => sortRows(answered, sort, names), [answered, sort, names]);
  return { answered, ordered };
}
