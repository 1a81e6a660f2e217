import type { TableRow } from "../../../generated/wire";
import { formatCell, type LeastDecimals } from "../../../texts/format";
import type { Column } from "../column";

type CellStyle = { readonly currency: string; readonly percentDecimals: LeastDecimals | undefined };

/**
 * A row of the longest cells of each column, as wide as the table can be. The grand total and the rows of
 * groups count too.
 */
export function widestRow(rows: readonly TableRow[], columns: readonly Column[], style: CellStyle): TableRow {
  const all = rows.flatMap((row) => [row, ...row.records]);
  const widest = { name: "", isTotal: false, records: [] } as TableRow;
  const fields = [{ field: "name", unit: undefined }, ...columns];
  return Object.assign(
    widest,
    Object.fromEntries(
      fields.map(({ field, unit }) => {
        let longest: TableRow[string] | undefined;
        let length = -1;
        for (const row of all) {
          const value = row[field];
          const text =
            typeof value === "number" && unit !== undefined
              ? formatCell(value, unit, style)
              : String(value ?? "");
          if (text.length <= length) continue;
          length = text.length;
          longest = value;
        }
        return [field, longest ?? ""];
      }),
    ),
  );
}
