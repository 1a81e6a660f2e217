import { charts as copy } from "#texts/blocks";
import type { Hidden, HiddenFields, TableRow } from "../../../generated/wire";
import { beforeOf, type Changing, type Column, changeOf } from "../column";
import { isTextColumn, type ListColumn } from "../declaration";
import type { FigureInfo } from "../figureInfo";
import { isRateWithinChance, isWithinChance, type Rate } from "../frame/chance";
import { hiddenIn } from "../frame/hiddenIn";
import type { BlockState } from "../useBlocks";
import { keyed } from "./lines";

/** What a block is loaded by that has the figures of two windows. */
export function bothOf(now: BlockState, before: BlockState): BlockState {
  const source = before.source.error ? before.source : now.source;
  return { ...now, source, isStale: now.isStale || before.isStale || before.block === undefined };
}

/** Each figure that can be compared with the same of the period before, and its change in percent. */
export function comparedColumns(
  columns: readonly Column[],
  declared: readonly ListColumn[],
  figures: readonly FigureInfo[],
): Column[] {
  return columns.flatMap((column) => {
    const { field, label, unit } = column;
    const info = figures.find((one) => one.field === field);
    if (!info || unit === undefined) return [column];
    const own = declared.find((one) => one.field === field);
    const { of, by } = own && !isTextColumn(own) ? own : {};
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
 * Adds the figures of the period before and their changes to a row.
 *
 * @param then the same row then; null if there was none, undefined if nothing is known of it
 * @param none the figure of a row that there was not
 */
function comparedRow(
  row: TableRow,
  then: TableRow | null | undefined,
  changing: readonly Changing[],
  isKnown: (field: string) => boolean,
  none: (one: Changing) => number | null,
): TableRow {
  const hidden: { [field: string]: Hidden | undefined } = { ...(row.hidden as HiddenFields | undefined) };
  const of: TableRow = { ...row, hidden };
  for (const one of changing) {
    const { field } = one;
    const was = then === null ? none(one) : then?.[field];
    of[beforeOf(field)] = typeof was === "number" ? was : null;
    const whyBefore = then && hiddenIn(then, field);
    if (whyBefore) hidden[beforeOf(field)] = whyBefore;
    const why = hidden[field] ?? whyBefore;
    if (why) hidden[changeOf(field)] = why;
  }
  for (const one of changing) of[changeOf(one.field)] = isKnown(one.field) ? changeIn(of, one) : null;
  return of;
}

const changingOf = (columns: readonly Column[]) => columns.flatMap(({ changeOf: of }) => (of ? [of] : []));

/**
 * Rows of groups with the figures of the period before and their changes. A row is the same as before by its name, at both
 * levels; a group without members in the period before has none.
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
  const changing = changingOf(columns);
  const compared = (rows: readonly TableRow[], before: readonly TableRow[]): TableRow[] => {
    const earlier = new Map(keyed(before).map((row) => [row.key, row]));
    return keyed(rows).map(({ key, ...row }) => {
      const then = earlier.get(key);
      const of = comparedRow(row, then, changing, isKnown, () => null);
      return { ...of, records: compared(row.records, then?.records ?? []) };
    });
  };
  return compared(rows, before);
}

/**
 * The same of items, which are listed while they have a figure: one that was not listed had 0 of what adds up, where the
 * days of the period before are loaded. An item is the same by all its texts; of two with the same nothing is compared.
 *
 * @param before all rows of the period before
 * @param texts the fields of the texts
 */
export function comparedItems(
  rows: readonly TableRow[],
  before: readonly TableRow[],
  columns: readonly Column[],
  isKnown: (field: string) => boolean,
  texts: readonly string[],
): TableRow[] {
  const changing = changingOf(columns);
  const keyOf = (row: TableRow) => JSON.stringify(texts.map((field) => row[field]));
  const byKey = (rows: readonly TableRow[]) => {
    const found = new Map<string, TableRow[]>();
    for (const row of rows) {
      const same = found.get(keyOf(row));
      if (same) same.push(row);
      else found.set(keyOf(row), [row]);
    }
    return found;
  };
  const [now, then] = [byKey(rows), byKey(before)];
  const none = ({ field, course }: Changing) =>
    isKnown(field) && (course === "flow" || course === "level") ? 0 : null;
  return rows.map((row) => {
    const key = keyOf(row);
    const [was = null, ...others] = then.get(key) ?? [];
    const isOne = others.length === 0 && now.get(key)?.length === 1;
    return comparedRow(row, isOne ? was : undefined, changing, isKnown, none);
  });
}
