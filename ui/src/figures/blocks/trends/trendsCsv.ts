import { trends as copy } from "#texts/trends";
import type { Hidden } from "../../../generated/wire";
import { formatRange } from "../../../texts/format";
import { shownChange } from "../frame/ChangePill";
import { type Cell, withUnit } from "../frame/csv";
import { hiddenInFile } from "../frame/HiddenFigure";
import { labelOf, type TrendTable, unitOf } from "./trendTables";

/** A table as rows of a file, headed by its comparison and dates. */
function rowsOf(
  { title, subtitle, before, now, rows }: TrendTable,
  currency: string,
  leastMembers: number,
): Cell[][] {
  const figure = (value: number | null, why: Hidden | undefined) =>
    why ? hiddenInFile(why, leastMembers) : value;
  const daysBefore = formatRange(before.start, before.end);
  return [
    [title, subtitle],
    [copy.metric, daysBefore, formatRange(now.start, now.end), copy.changeFrom(daysBefore)],
    ...rows.map((row): Cell[] => [
      withUnit(labelOf(row), unitOf(row), currency),
      figure(row.popValue, row.hidden?.popValue),
      figure(row.filterPeriodValue, row.hidden?.filterPeriodValue),
      shownChange(row.changePercent, row.hidden?.popValue, row.hidden?.filterPeriodValue) ?? row.note ?? null,
    ]),
  ];
}

/** The tables of the trends panel as rows of a file, figures as plain numbers. */
export function trendsRows(tables: readonly TrendTable[], currency: string, leastMembers = 0): Cell[][] {
  return tables.flatMap((table, at) => [...(at === 0 ? [] : [[]]), ...rowsOf(table, currency, leastMembers)]);
}
