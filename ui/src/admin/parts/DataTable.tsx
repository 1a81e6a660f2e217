import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { formatNumber } from "../../format";
import { classNames, IconButton } from "../../kit";
import { parts as copy } from "../copy";
import css from "./DataTable.module.css";

/** A column of a table. */
export type Column<R> = {
  readonly key: string;
  readonly title: string;
  readonly cell: (row: R) => ReactNode;
  /** Numbers align at the right. */
  readonly isNumber?: boolean;
  /** Left out where the page is narrow; its content must be found elsewhere too, or below the row. */
  readonly isExtra?: boolean;
  /** Hides the title, for a column of buttons. */
  readonly isActions?: boolean;
};

type DataTableProps<R> = {
  /** Names the table for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<R>[];
  readonly rows: readonly R[];
  readonly keyOf: (row: R) => string | number;
  /** Shown in place of a table without rows. */
  readonly empty: ReactNode;
  /** Where the page is narrow, shows below each row what the columns that are left out have. */
  readonly hasMore?: boolean;
};

/** A table of rows. The first column names the row. */
export function DataTable<R>({ caption, columns, rows, keyOf, empty, hasMore }: DataTableProps<R>) {
  const extra = hasMore ? columns.filter(({ isExtra }) => isExtra) : [];
  if (rows.length === 0) return <div className={css.empty}>{empty}</div>;
  const classOf = ({ isNumber, isExtra, isActions }: Column<R>) =>
    classNames(isNumber && css.number, isExtra && css.extra, isActions && css.actions) || undefined;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section with a name would be a landmark, twice in a panel.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a wide table.
    <div role="group" className={css.scroller} aria-label={caption} tabIndex={0}>
      <table className={css.table}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={classOf(column)}>
                {column.isActions ? <span className="sr-only">{column.title}</span> : column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Fragment key={keyOf(row)}>
              <tr>
                {columns.map((column, at) =>
                  at === 0 ? (
                    <th key={column.key} scope="row" className={classOf(column)}>
                      {column.cell(row)}
                    </th>
                  ) : (
                    <td key={column.key} className={classOf(column)}>
                      {column.cell(row)}
                    </td>
                  ),
                )}
              </tr>
              {extra.length > 0 && (
                <tr className={css.more}>
                  <td colSpan={columns.length - extra.length}>
                    <dl>
                      {extra.map((column) => {
                        const content = column.cell(row);
                        return content === "" ? null : (
                          <div key={column.key}>
                            <dt>{column.title}</dt>
                            <dd>{content}</dd>
                          </div>
                        );
                      })}
                    </dl>
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type PagerProps = {
  readonly offset: number;
  /** The most rows of a page. */
  readonly size: number;
  readonly total: number;
  readonly onChange: (offset: number) => void;
};

/** Which rows of a long list are shown, and buttons to the others. Nothing where all are. */
export function Pager({ offset, size, total, onChange }: PagerProps) {
  if (total <= size && offset === 0) return null;
  const last = Math.min(offset + size, total);
  return (
    <nav className={css.pager} aria-label={copy.pages}>
      <p aria-live="polite">
        {copy.rowsOf(formatNumber(Math.min(offset + 1, total)), formatNumber(last), formatNumber(total))}
      </p>
      <IconButton
        label={copy.first}
        icon={<ChevronFirst aria-hidden="true" />}
        disabled={offset === 0}
        onClick={() => onChange(0)}
      />
      <IconButton
        label={copy.before}
        icon={<ChevronLeft aria-hidden="true" />}
        disabled={offset === 0}
        onClick={() => onChange(Math.max(0, offset - size))}
      />
      <IconButton
        label={copy.after}
        icon={<ChevronRight aria-hidden="true" />}
        disabled={last >= total}
        onClick={() => onChange(offset + size)}
      />
      <IconButton
        label={copy.last}
        icon={<ChevronLast aria-hidden="true" />}
        disabled={last >= total}
        onClick={() => onChange(Math.floor((total - 1) / size) * size)}
      />
    </nav>
  );
}
