import { charts as copy } from "#texts/blocks";
import type { Hidden, HiddenFields, TableRow } from "../../../generated/wire";
import { beforeOf, type Changing, type Column, changeOf } from "../column";
import type { FigureColumn } from "../declaration";
import type { FigureInfo } from "../figureInfo";
import { isRateWithinChance, isWithinChance, type Rate } from "../frame/chance";
import { hiddenIn } from "../frame/hiddenIn";
import { keyed } from "./lines";

/** Each figure that can be compared with the same of the period before, and its change in percent. */
export function comparedColumns(
  columns: readonly Column[],
  declared: readonly FigureColumn[],
  figures: readonly FigureInfo[],
): Column[] {
  return columns.flatMap((column) => {
    const { field, label, unit } = column;
    const info = figures.find((one) => one.field === field);
    if (!info || unit === undefined) return [column];
    const { of, by } = declared.find((one) => one.field === field) ?? {};
    const { course, polarity } = info;
    return [
      { ...column, bar: false },
      { field: beforeOf(field), label: copy.beforeOf(label), short: copy.before, unit },
      {
        field: changeOf(field),
        label: copy.changeOf(label),
        short: copy.change,
        unit: "percent" as const,
        changeOf: { field, unit, course, polarity, of, by },
      },
    ];
  });
}

const numberIn = (row: TableRow, field: string): number | null => {
  const value = row[field];
  return typeof value === "number" && !hiddenIn(row, field) ? value : null;
};

/** The counts that a rate divides, now or before; null where they are not shown or nothing is divided. */
function rateIn(row: TableRow, { of, by }: Changing, nameOf: (field: string) => string): Rate | null {
  const [part, whole] = [of, by].map((field) => (field === undefined ? null : numberIn(row, nameOf(field))));
  return typeof part === "number" && typeof whole === "number" && whole > 0 ? { of: part, by: whole } : null;
}

const same = (field: string) => field;

/** Both rates of a compared row, if both are known. */
function ratesIn(row: TableRow, changing: Changing) {
  const [now, before] = [rateIn(row, changing, same), rateIn(row, changing, beforeOf)];
  return now && before ? { now, before } : null;
}

/** The change of a figure in percent, as on cards: null where the one before is 0 or less, or hidden. */
function changeIn(row: TableRow, changing: Changing): number | null {
  const { field } = changing;
  const [now, before] = [numberIn(row, field), numberIn(row, beforeOf(field))];
  if (now === null || before === null) return null;
  if (before <= 0) return now === before ? 0 : null;
  // Of rounded rates the change would not be that of the cards.
  const rates = ratesIn(row, changing);
  const ratio =
    rates && rates.before.of > 0
      ? (rates.now.of * rates.before.by) / (rates.now.by * rates.before.of)
      : now / before;
  return Math.round((ratio - 1) * 10_000) / 100;
}

/** Whether the change of a figure in a compared row may be chance; undefined where that is not known. */
export function isRowWithinChance(row: TableRow, changing: Changing): boolean | undefined {
  const { field } = changing;
  const rates = changing.of === undefined ? null : ratesIn(row, changing);
  if (rates) return isRateWithinChance(changing, rates.now, rates.before);
  return isWithinChance(changing, numberIn(row, field), numberIn(row, beforeOf(field)));
}

/**
 * Rows with the figures of the period before and their changes. A row is the same as before by its name, at both levels; a
 * group without members in the period before has none.
 *
 * @param columns from {@link comparedColumns}
 * @param isKnown whether changes may be shown
 */
export function comparedRows(
  rows: readonly TableRow[],
  before: readonly TableRow[],
  columns: readonly Column[],
  isKnown: (field: string) => boolean,
): TableRow[] {
  const changing = columns.flatMap(({ changeOf: of }) => (of ? [of] : []));
  const compared = (rows: readonly TableRow[], before: readonly TableRow[]): TableRow[] => {
    const earlier = new Map(keyed(before).map((row) => [row.key, row]));
    return keyed(rows).map(({ key, ...row }) => {
      const then = earlier.get(key);
      const hidden: { [field: string]: Hidden | undefined } = { ...(row.hidden as HiddenFields | undefined) };
      const of: TableRow = { ...row, hidden, records: compared(row.records, then?.records ?? []) };
      for (const { field } of changing) {
        const was = then?.[field];
        of[beforeOf(field)] = typeof was === "number" ? was : null;
        const whyBefore = then && hiddenIn(then, field);
        if (whyBefore) hidden[beforeOf(field)] = whyBefore;
        const why = hidden[field] ?? whyBefore;
        if (why) hidden[changeOf(field)] = why;
      }
      for (const one of changing) of[changeOf(one.field)] = isKnown(one.field) ? changeIn(of, one) : null;
      return of;
    });
  };
  return compared(rows, before);
}
