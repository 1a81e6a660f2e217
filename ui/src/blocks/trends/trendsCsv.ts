import { trends as copy } from "../../copy";
import { type Cell, withUnit } from "../frame/csv";
import { type TrendTable, unitOf } from "./trendTables";

/** A table as rows of a file, headed by its comparison and dates. */
function rowsOf({ title, subtitle, before, now, rows }: TrendTable, currency: string): Cell[][] {
  return [
    [title, subtitle],
    [copy.metric, before, now, copy.changeFrom(before)],
    ...rows.map((row): Cell[] => [
      withUnit(row.typeName, unitOf(row), currency),
      row.popValue,
      row.filterPeriodValue,
      row.changePercent ?? row.note ?? null,
    ]),
  ];
}

/** The tables of the trends panel as rows of a file, figures as plain numbers. */
export function trendsRows(tables: readonly TrendTable[], currency: string): Cell[][] {
  return tables.flatMap((table, at) => [...(at === 0 ? [] : [[]]), ...rowsOf(table, currency)]);
}
