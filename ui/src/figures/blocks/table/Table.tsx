import { ChevronDown, ChevronRight, ChevronsDownUp, ChevronsUpDown } from "lucide-react";
import { Fragment, type ReactNode, type Ref, useMemo, useState } from "react";
import { charts as copy } from "#texts/blocks";
import type { TableRow } from "../../../generated/wire";
import { classNames } from "../../../kit/classNames";
import { IconButton } from "../../../kit/IconButton";
import { usePrinting } from "../../../kit/theme";
import type { LeastDecimals } from "../../../texts/format";
import { WayLink } from "../../ways/WayLink";
import { type Column, RANK_FIELD } from "../column";
import type { Sort, TextFormat } from "../declaration";
import { CellText } from "./CellText";
import { type KeyedRow, type Line, linesOf } from "./lines";
import { isGrandTotal } from "./sorting";
import css from "./Table.module.css";
import { TableCell, textClass } from "./TableCell";
import { TableHeader } from "./TableHeader";
import { useVirtualTable } from "./useVirtualTable";
import { widestRow } from "./widestRow";

/** A table with more lines draws only the visible ones. */
const LONG = 200;

/** About as many lines as a screen has under the head of a table. */
const SCREENFUL = 18;

/** The number of columns in the style sheet that stands for more too. */
const MOST_COLUMNS = 5;

export type TableProps = {
  /** The name of the table for screen readers. */
  readonly label: string;
  /** The header of the first column, which names the rows. */
  readonly firstColumn: string;
  /** The format of the names of the rows. */
  readonly firstText?: TextFormat | undefined;
  /** The header of a leading column with ranks; without it there is no such column. */
  readonly rank?: string | undefined;
  readonly columns: readonly Column[];
  /** The rows in their order, from {@link useOrdered}. */
  readonly rows: readonly KeyedRow[];
  /** All rows, shown or not: the columns of a long table are as wide as their longest cells. */
  readonly all: readonly TableRow[];
  /** How the rows are sorted. */
  readonly sort: Sort;
  onSort(sort: Sort): void;
  readonly currency: string;
  /** The minimum number of decimals of percentages. */
  readonly percentDecimals?: LeastDecimals | undefined;
  /** Where a row leads on to, given its group if it has one; null for nowhere. */
  wayOf?(row: TableRow, above: TableRow | undefined): string | null;
  /** What is there, if it is not only the row. */
  readonly wayHint?: string | undefined;
};

/** The largest figure of each column with bars, the scale for totals and sub-rows too. */
function barScales(rows: readonly TableRow[], columns: readonly Column[]): ReadonlyMap<string, number> {
  const groups = rows.filter((row) => !isGrandTotal(row));
  const largest = (field: string) =>
    groups.reduce((most, row) => {
      const value = row[field];
      return typeof value === "number" ? Math.max(most, value) : most;
    }, 0);
  return new Map(columns.filter(({ bar }) => bar).map(({ field }) => [field, largest(field)]));
}

/** A table of figures: sortable, its groups collapsible, its total last, or first where it would be out of sight. */
export function Table(props: TableProps) {
  const { label, firstColumn, firstText, rank, columns, rows, all, sort, onSort } = props;
  const { currency, percentDecimals, wayOf, wayHint } = props;
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const isPrinting = usePrinting();
  const lines = useMemo(() => linesOf(rows, collapsed), [rows, collapsed]);
  const largest = useMemo(() => barScales(rows, columns), [rows, columns]);
  const isLong = lines.length > LONG;
  const { drawn, rest, bodyRef, lineRef, onFocus, onBlur } = useVirtualTable(
    lines.length,
    !isLong || isPrinting,
  );
  const widest = useMemo(
    () => (isLong ? widestRow(all, columns, { currency, percentDecimals }) : null),
    [isLong, all, columns, currency, percentDecimals],
  );
  // A long table is redrawn at every scroll step, so nothing below reads all of its rows.
  const totals = useMemo(() => rows.filter(isGrandTotal), [rows]);
  const groups = useMemo(() => rows.filter((row) => row.records.length > 0).map(({ key }) => key), [rows]);
  const allCollapsed = groups.length > 0 && groups.every((key) => collapsed.has(key));
  const toggle = (key: string) => {
    const next = new Set(collapsed);
    if (!next.delete(key)) next.add(key);
    setCollapsed(next);
  };
  // A screen reader would count only the drawn rows of a long table.
  const rowIndex = (index: number) => (isLong ? index + 1 : undefined);

  const cells = (row: TableRow) =>
    columns.map((column) => (
      <TableCell
        key={column.field}
        column={column}
        columns={columns}
        row={row}
        largest={largest.get(column.field)}
        currency={currency}
        percentDecimals={percentDecimals}
      />
    ));

  // Below more rows than a screen has, nobody would see them.
  const totalsFirst = lines.length > SCREENFUL;
  const totalRows = (from: number) =>
    totals.map((row, at) => (
      <tr key={row.key} className={css.bold} aria-rowindex={rowIndex(from + at)}>
        <th scope="row">{row.name}</th>
        {cells(row)}
      </tr>
    ));

  return (
    <div className={css.scroller} data-long={isLong || undefined}>
      <table
        className={css.table}
        aria-label={label}
        aria-rowcount={isLong ? 1 + lines.length + totals.length : undefined}
        // For the style sheet, which leaves less room between many columns.
        data-columns={Math.min(1 + columns.length, MOST_COLUMNS)}
        data-scrolls={columns.some(({ changeOf }) => changeOf) || undefined}
        data-ranked={rank !== undefined || undefined}
      >
        <thead>
          <tr aria-rowindex={rowIndex(0)}>
            {rank !== undefined && (
              <th scope="col" className={css.rank}>
                {rank}
              </th>
            )}
            <TableHeader
              field="name"
              label={firstColumn}
              sort={sort}
              isOwnOrder={![...columns.map(({ field }) => field), "name"].includes(sort.column)}
              onSort={onSort}
              extra={
                groups.length > 1 && (
                  <IconButton
                    className={css.all}
                    label={allCollapsed ? copy.expandAll : copy.collapseAll}
                    icon={allCollapsed ? <ChevronsUpDown /> : <ChevronsDownUp />}
                    onClick={() => setCollapsed(allCollapsed ? new Set() : new Set(groups))}
                  />
                )
              }
            />
            {columns.map(({ field, label: text, short, unit, definition, changeOf }) => (
              <TableHeader
                key={field}
                field={field}
                label={text}
                short={short}
                definition={definition}
                figures={unit !== undefined}
                isLast={changeOf !== undefined}
                sort={sort}
                onSort={onSort}
              />
            ))}
          </tr>
        </thead>
        {widest && (
          // Invisible, and as wide as any row: otherwise the columns would move while the table scrolls.
          <tbody className={css.widest} aria-hidden="true">
            <tr>
              {rank !== undefined && <td className={css.rank}>{lines.length}</td>}
              <th className={textClass(firstText)}>
                <CellText text={widest.name} format={firstText} />
              </th>
              {cells(widest)}
            </tr>
          </tbody>
        )}
        {totals.length > 0 && totalsFirst && <tbody data-totals>{totalRows(1)}</tbody>}
        <tbody ref={bodyRef} onFocus={onFocus} onBlur={onBlur}>
          {drawn.map(({ index, gap }) => {
            const line = lines[index];
            if (!line) return null;
            return (
              <Fragment key={line.key}>
                {gap > 0 && <Gap height={gap} />}
                <LineRow
                  line={line}
                  index={index}
                  rowIndex={rowIndex(index + 1 + (totalsFirst ? totals.length : 0))}
                  ref={isLong ? lineRef : undefined}
                  firstText={firstText}
                  hasRank={rank !== undefined}
                  onToggle={toggle}
                  to={line.level === "group" ? null : (wayOf?.(line.row, line.above) ?? null)}
                  hint={wayHint}
                >
                  {cells(line.row)}
                </LineRow>
              </Fragment>
            );
          })}
          {rest > 0 && <Gap height={rest} />}
        </tbody>
        {totals.length > 0 && !totalsFirst && <tfoot>{totalRows(1 + lines.length)}</tfoot>}
      </table>
    </div>
  );
}

/** The height of lines that are not drawn. */
function Gap({ height }: { readonly height: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row is not focusable.
    <tr className={css.gap} aria-hidden="true">
      <td style={{ height }} />
    </tr>
  );
}

type LineRowProps = {
  readonly line: Line;
  readonly index: number;
  readonly rowIndex: number | undefined;
  readonly ref: Ref<HTMLTableRowElement> | undefined;
  readonly firstText: TextFormat | undefined;
  readonly hasRank: boolean;
  onToggle(key: string): void;
  readonly to: string | null;
  readonly hint: string | undefined;
  readonly children: ReactNode;
};

function LineRow(props: LineRowProps) {
  const { line, index, rowIndex, ref, firstText, hasRank, onToggle, to, hint, children } = props;
  const { row, level, isOpen, isOdd } = line;
  const name = level === "child" ? row.name : <CellText text={row.name} format={firstText} />;
  const className = classNames(
    level === "group" && css.group,
    level === "child" && css.child,
    isOdd && css.odd,
    level !== "child" && row.isTotal && css.bold,
  );
  return (
    <tr ref={ref} data-index={index} aria-rowindex={rowIndex} className={className}>
      {hasRank && level !== "child" && <td className={css.rank}>{String(row[RANK_FIELD] ?? "")}</td>}
      <th scope="row" className={level === "child" ? undefined : textClass(firstText)}>
        {level === "group" ? (
          <button
            type="button"
            className={css.toggle}
            aria-expanded={isOpen}
            aria-label={isOpen ? copy.collapse(row.name) : copy.expand(row.name)}
            onClick={() => onToggle(line.key)}
          >
            {isOpen ? (
              <ChevronDown size={16} aria-hidden="true" />
            ) : (
              <ChevronRight size={16} aria-hidden="true" />
            )}
            {row.name}
          </button>
        ) : to === null ? (
          name
        ) : (
          <WayLink to={to} hint={hint}>
            {name}
          </WayLink>
        )}
      </th>
      {children}
    </tr>
  );
}
