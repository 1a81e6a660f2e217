import { Fragment, type ReactNode } from "react";
import { classNames } from "./classNames";
import css from "./forms/DataTable.module.css";
import scroll from "./ScrollHint.module.css";

type ScrollBoxProps = {
  /** Names it for screen readers. */
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

/** A box whose content scrolls sideways where it is wider, with the keyboard, too. */
export function ScrollBox({ label, className, children }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section with a name would be a landmark, twice in a panel.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a wide table.
    <div role="group" className={classNames(scroll.hint, css.box, className)} aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}

export type TableBoxProps = {
  /** Names the table for screen readers. */
  readonly caption: string;
  /** Inside a body with padding. By default its lines reach the edges of its panel. */
  readonly inset?: boolean | undefined;
  /** The class of the table. */
  readonly className?: string | undefined;
  /** Its head and its rows. */
  readonly children: ReactNode;
};

/** The look of a table of a few columns. {@link DataTable} draws one from rows. */
export function TableBox({ caption, inset, className, children }: TableBoxProps) {
  return (
    <ScrollBox label={caption} className={inset ? css.inset : undefined}>
      <table className={classNames(css.table, className)}>
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </ScrollBox>
  );
}

/** A second line of a cell, which says more about its first. */
export function Under({ children }: { readonly children: ReactNode }) {
  return <span className={css.under}>{children}</span>;
}

/** A column of a table. */
export type Column<R> = {
  readonly key: string;
  readonly title: string;
  /** A line below the title. */
  readonly subtitle?: string;
  readonly cell: (row: R) => ReactNode;
  /** Numbers align at the right. */
  readonly isNumber?: boolean;
  /** A sentence, which needs room. */
  readonly isSentence?: boolean;
  /** Left out where the page is narrow; its content must be found elsewhere too, or below the row. */
  readonly isExtra?: boolean;
  /** Hides the title, for a column of buttons. */
  readonly isActions?: boolean;
};

/** How a row differs from the others: the sum of them, or one that says little. */
export type RowKind = "total" | "quiet";

type DataTableProps<R> = Pick<TableBoxProps, "caption" | "inset"> & {
  readonly columns: readonly Column<R>[];
  readonly rows: readonly R[];
  readonly keyOf: (row: R) => string | number;
  readonly kindOf?: (row: R) => RowKind | undefined;
  /** Shown in place of a table without rows. */
  readonly empty: ReactNode;
  /** Where the page is narrow, shows below each row what the columns that are left out have. */
  readonly hasMore?: boolean;
};

/** A table of rows. The first column names the row. */
export function DataTable<R>(props: DataTableProps<R>) {
  const { caption, inset, columns, rows, keyOf, kindOf, empty, hasMore } = props;
  const extra = hasMore ? columns.filter(({ isExtra }) => isExtra) : [];
  if (rows.length === 0) return <div className={inset ? undefined : css.empty}>{empty}</div>;
  return (
    <TableBox caption={caption} inset={inset}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" className={classOf(column)}>
              {column.isActions ? <span className="sr-only">{column.title}</span> : column.title}
              {column.subtitle !== undefined && <span className={css.under}>{column.subtitle}</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Fragment key={keyOf(row)}>
            <tr data-kind={kindOf?.(row)}>
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
                        <div key={column.key} className={column.isActions ? css.actionsBelow : undefined}>
                          <dt className={column.isActions ? "sr-only" : undefined}>{column.title}</dt>
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
    </TableBox>
  );
}

function classOf<R>({ isNumber, isSentence, isExtra, isActions }: Column<R>): string | undefined {
  const classes = classNames(
    isNumber && css.number,
    isSentence && css.sentence,
    isExtra && css.extra,
    isActions && css.actions,
  );
  return classes || undefined;
}
