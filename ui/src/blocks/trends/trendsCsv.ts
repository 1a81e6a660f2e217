import type { TrendRow, TrendsAnswer } from "../../api/generated/wire";
import { trends as copy } from "../../copy";
import { formatRange } from "../../format";
import type { Cell } from "../frame/csv";

function table(title: string, rows: readonly TrendRow[], before: string, now: string): Cell[][] {
  return [
    [title],
    [copy.metric, before, now, copy.change],
    ...rows.map((row): Cell[] => [
      row.isPercentage ? `${row.typeName} (%)` : row.typeName,
      row.popValue,
      row.filterPeriodValue,
      row.changePercent ?? row.note ?? null,
    ]),
  ];
}

/** The two tables of the trends panel as rows of a file, figures as plain numbers. */
export function trendsRows(answer: TrendsAnswer): Cell[][] {
  const now = formatRange(answer.startDate, answer.endDate);
  return [
    ...table(copy.pop, answer.pops, formatRange(answer.startDatePop, answer.endDatePop), now),
    [],
    ...table(copy.yoy, answer.yoys, formatRange(answer.startDateYoy, answer.endDateYoy), now),
  ];
}
