import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, ChevronsDownUp, ChevronsUpDown } from "lucide-react";
import { Fragment, useMemo, useState } from "react";
import type { TableRow } from "../../api/generated/wire";
import { blocks as copy } from "../../copy";
import { formatCell, type LeastDecimals } from "../../format";
import { classNames } from "../../kit/classNames";
import { IconButton } from "../../kit/IconButton";
import { Tooltip } from "../../kit/Tooltip";
import { type Column, RANK_FIELD } from "../column";
import type { Sort, TextFormat } from "../declaration";
import { ownKeys } from "../ownKeys";
import { CellText } from "./CellText";
import { shareOf } from "./shares";
import { isGrandTotal, nextSort, sortRows } from "./sorting";
import css from "./Table.module.css";

/** Properties of {@link Table}. */
export type TableProps = {
  /** The name of the table for screen readers. */
  readonly label: string;
  /** The header of the first column, which names the rows. */
  readonly firstColumn: string;
  /** How the names of the rows are written. */
  readonly firstText?: TextFormat | undefined;
  /** The header of a column before the first with the rows' ranks; none without it. */
  readonly rank?: string | undefined;
  readonly columns: readonly Column[];
  readonly rows: readonly TableRow[];
  readonly sort: Sort;
  onSort(sort: Sort): void;
  readonly currency: string;
  /** How many decimals its percentages show at least. */
  readonly percentDecimals?: LeastDecimals | undefined;
};

/** Rows with a key each, given before they are ordered. */
function keyed(rows: readonly TableRow[]): (TableRow & { readonly key: string })[] {
  const keys = ownKeys(rows.map(({ name }) => name));
  return rows.map((row, at) => ({ ...row, key: keys[at] ?? "" }));
}

/** The largest figure of each column with bars. Totals and sub-rows are measured against the same one. */
function largestOf(rows: readonly TableRow[], columns: readonly Column[]): ReadonlyMap<string, number> {
  const groups = rows.filter((row) => !isGrandTotal(row));
  const figures = (field: string) =>
    groups.map((row) => row[field]).filter((value) => typeof value === "number");
  return new Map(
    columns.filter(({ bar }) => bar).map(({ field }) => [field, Math.max(0, ...figures(field))]),
  );
}

/** A table of figures: sortable, its groups collapsible, its total last. */
export function Table(props: TableProps) {
  const { label, firstColumn, firstText, rank, columns, rows, sort, onSort } = props;
  const { currency, percentDecimals } = props;
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const own = useMemo(() => keyed(rows), [rows]);
  const ordered = useMemo(() => sortRows(own, sort), [own, sort]);
  const largest = useMemo(() => largestOf(rows, columns), [rows, columns]);
  const groups = own.filter((row) => row.records.length > 0).map(({ key }) => key);
  const allCollapsed = groups.length > 0 && groups.every((key) => collapsed.has(key));
  const toggle = (key: string) => {
    const next = new Set(collapsed);
    if (!next.delete(key)) next.add(key);
    setCollapsed(next);
  };

  const cells = (row: TableRow) =>
    columns.map((column) => (
      <Cell
        key={column.field}
        column={column}
        columns={columns}
        row={row}
        largest={largest.get(column.field)}
        currency={currency}
        percentDecimals={percentDecimals}
      />
    ));

  // Stripes follow what is seen, so they are counted here and not by the stylesheet.
  let seen = 0;
  const stripe = () => (seen++ % 2 === 1 ? css.odd : undefined);

  return (
    <div className={css.scroller}>
      <table className={css.table} aria-label={label} data-ranked={rank !== undefined || undefined}>
        <thead>
          <tr>
            {rank !== undefined && (
              <th scope="col" className={css.rank}>
                {rank}
              </th>
            )}
            <Header
              field="name"
              label={firstColumn}
              sort={sort}
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
            {columns.map(({ field, label: text, unit, definition }) => (
              <Header
                key={field}
                field={field}
                label={text}
                definition={definition}
                figures={unit !== undefined}
                sort={sort}
                onSort={onSort}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {ordered
            .filter((row) => !isGrandTotal(row))
            .map((row) => {
              const isGroup = row.records.length > 0;
              const isOpen = isGroup && !collapsed.has(row.key);
              return (
                <Fragment key={row.key}>
                  <tr className={classNames(isGroup ? css.group : stripe(), row.isTotal && css.bold)}>
                    {rank !== undefined && <td className={css.rank}>{String(row[RANK_FIELD] ?? "")}</td>}
                    <th scope="row" className={textClass(firstText)}>
                      {isGroup ? (
                        <button
                          type="button"
                          className={css.toggle}
                          aria-expanded={isOpen}
                          aria-label={isOpen ? copy.collapse(row.name) : copy.expand(row.name)}
                          onClick={() => toggle(row.key)}
                        >
                          {isOpen ? (
                            <ChevronDown size={16} aria-hidden="true" />
                          ) : (
                            <ChevronRight size={16} aria-hidden="true" />
                          )}
                          {row.name}
                        </button>
                      ) : (
                        <CellText text={row.name} format={firstText} />
                      )}
                    </th>
                    {cells(row)}
                  </tr>
                  {isOpen &&
                    keyed(row.records).map((child) => (
                      <tr key={child.key} className={classNames(css.child, stripe())}>
                        <th scope="row">{child.name}</th>
                        {cells(child)}
                      </tr>
                    ))}
                </Fragment>
              );
            })}
        </tbody>
        <tfoot>
          {ordered.filter(isGrandTotal).map((row) => (
            <tr key={row.key} className={css.bold}>
              <th scope="row">{row.name}</th>
              {cells(row)}
            </tr>
          ))}
        </tfoot>
      </table>
    </div>
  );
}

type HeaderProps = {
  readonly field: string;
  readonly label: string;
  readonly definition?: string | undefined;
  readonly figures?: boolean;
  readonly sort: Sort;
  onSort(sort: Sort): void;
  readonly extra?: React.ReactNode;
};

/** A longer heading stands on two lines, cut, with the whole of it under the pointer. */
const LONGEST_HEADING = 40;

function Header({ field, label, definition, figures = false, sort, onSort, extra }: HeaderProps) {
  const sorted = sort.column === field;
  const isLong = label.length > LONGEST_HEADING;
  const Arrow = sort.descending ? ArrowDown : ArrowUp;
  const button = (
    <button type="button" className={css.sort} onClick={() => onSort(nextSort(sort, field))}>
      {isLong ? (
        // Where a tooltip tells what it means, that begins with the whole of it.
        <span className={css.long} title={definition ? undefined : label}>
          {label}
        </span>
      ) : (
        label
      )}
      <Arrow
        className={css.arrow}
        data-shown={sorted || undefined}
        size={13}
        strokeWidth={2.25}
        aria-hidden="true"
      />
    </button>
  );
  return (
    <th
      scope="col"
      className={figures ? css.figures : undefined}
      data-sorted={sorted || undefined}
      // On the sorted column only: "none" on the others is noise.
      aria-sort={sorted ? (sort.descending ? "descending" : "ascending") : undefined}
    >
      <span className={css.head}>
        {definition ? (
          <Tooltip text={isLong ? `${label}: ${definition}` : definition}>{button}</Tooltip>
        ) : (
          button
        )}
        {extra}
      </span>
    </th>
  );
}

type CellProps = {
  readonly column: Column;
  readonly columns: readonly Column[];
  readonly row: TableRow;
  readonly largest: number | undefined;
  readonly currency: string;
  readonly percentDecimals: LeastDecimals | undefined;
};

/** A moment stays on one line; other text gets room for a few words a line. */
function textClass(format: TextFormat | undefined): string | undefined {
  if (format === undefined) return undefined;
  return format === "date" || format === "dateTime" ? css.moment : css.text;
}

function Cell({ column, columns, row, largest, currency, percentDecimals }: CellProps) {
  const value = row[column.field];
  if (column.unit === undefined) {
    return (
      <td className={textClass(column.text)}>
        <CellText
          text={typeof value === "string" ? value : ""}
          format={column.text}
          linkText={column.linkText}
        />
      </td>
    );
  }
  const figure = typeof value === "number" ? value : null;
  const style = { currency, percentDecimals };
  const text = formatCell(figure, column.unit, style);
  if (column.isShared) {
    const share = formatCell(shareOf(row, column, columns), "percent", style);
    return (
      <td className={css.figures}>
        {text} <span className={css.share}>{share}</span>
      </td>
    );
  }
  if (largest === undefined) return <td className={css.figures}>{text}</td>;
  // A grand total is no competitor: its bar would only say that it is the sum.
  const share =
    isGrandTotal(row) || figure === null || largest <= 0 ? null : Math.min(1, Math.max(0, figure / largest));
  return (
    <td className={css.figures}>
      <span className={css.withBar}>
        {text}
        <svg
          className={css.bar}
          width="84"
          height="6"
          aria-hidden="true"
          data-empty={share === null || undefined}
        >
          <rect className={css.track} width="84" height="6" rx="3" />
          <rect className={css.fill} width={(share ?? 0) * 84} height="6" rx="3" />
        </svg>
      </span>
    </td>
  );
}
