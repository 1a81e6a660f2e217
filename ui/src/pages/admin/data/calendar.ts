import type { LoadedTable } from "../../../generated/wire";
import { daysInMonth } from "../../../texts/day";

/** A day or month of a table: its name as yyyy-mm-dd or yyyy-mm, its rows, and how they compare with the most (0 to 4). */
export type Cell = {
  readonly label: string;
  readonly rows: number;
  readonly level: number;
  readonly isGap: boolean;
};
/** The days of a month, or the months of a year, in a row that begins at its first place. */
export type Row = { readonly label: string; readonly before: number; readonly cells: readonly Cell[] };

const LEVELS = 4;

const pad = (number: number) => String(number).padStart(2, "0");

/** The rows of a table's calendar: one per month with a cell for each day, or one per year with a cell for each month. */
export function calendarRows({ by, firstDay, calendar, gaps }: LoadedTable): readonly Row[] {
  if (by === null || firstDay === null) return [];
  const most = Math.max(...calendar, 1);
  const cell = (label: string, rows: number): Cell => ({
    label,
    rows,
    isGap: gaps.some(({ from, to }) => from <= (by === "day" ? label : `${label}-01`) && label <= to),
    level: rows === 0 ? 0 : Math.ceil((rows / most) * LEVELS),
  });
  const rows: { label: string; before: number; cells: Cell[] }[] = [];
  let [year = 0, month = 0, day = 0] = firstDay.split("-").map(Number);
  for (const count of calendar) {
    const label = by === "day" ? `${year}-${pad(month)}` : String(year);
    const place = by === "day" ? day : month;
    let row = rows.at(-1);
    if (row?.label !== label) {
      row = { label, before: place - 1, cells: [] };
      rows.push(row);
    }
    row.cells.push(cell(by === "day" ? `${label}-${pad(day)}` : `${label}-${pad(month)}`, count));
    if (by === "day" && day < daysInMonth(year, month)) day += 1;
    else if (month < 12) [month, day] = [month + 1, 1];
    else [year, month, day] = [year + 1, 1, 1];
  }
  return rows.reverse();
}
