import { memo } from "react";
import { blocks } from "#texts/page";
import type { TableRow } from "../../../generated/wire";
import { classNames } from "../../../kit/classNames";
import { formatCell, type LeastDecimals } from "../../../texts/format";
import type { Column } from "../column";
import type { TextFormat } from "../declaration";
import { FigureCell } from "../frame/FigureText";
import { hiddenIn } from "../frame/hiddenIn";
import { CellText } from "./CellText";
import { ChangeCell } from "./ChangeCell";
import { shareOf } from "./shares";
import { isGrandTotal } from "./sorting";
import css from "./Table.module.css";

export type TableCellProps = {
  readonly column: Column;
  readonly columns: readonly Column[];
  readonly row: TableRow;
  readonly largest: number | undefined;
  readonly currency: string;
  readonly percentDecimals: LeastDecimals | undefined;
};

/** The style of a text column: a date stays on one line, other text has room for a few words per line. */
export function textClass(format: TextFormat | undefined): string | undefined {
  if (format === undefined) return undefined;
  return format === "date" || format === "dateTime" ? css.moment : css.text;
}

/** The cell of a row in a column. Memoised, so that scrolling a long table does not redraw the rows that stay. */
export const TableCell = memo(function TableCell(props: TableCellProps) {
  const { column, columns, row, largest, currency, percentDecimals } = props;
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
  if (column.changeOf) {
    return (
      <td className={classNames(css.figures, css.ends)}>
        <ChangeCell of={column.changeOf} row={row} />
      </td>
    );
  }
  const figure = typeof value === "number" ? value : null;
  const style = { currency, percentDecimals };
  const text = (
    <FigureCell value={figure} unit={column.unit} {...style} hidden={hiddenIn(row, column.field)} />
  );
  if (column.isShared) {
    const share = shareOf(row, column, columns);
    return (
      <td className={css.figures}>
        {text} {share !== null && <span className={css.share}>{formatCell(share, "percent", style)}</span>}
      </td>
    );
  }
  if (column.short) {
    // Nothing is known of it, which an empty cell would not say.
    const isUnknown = figure === null && !hiddenIn(row, column.field);
    return <td className={classNames(css.figures, css.before)}>{isUnknown ? blocks.noChange : text}</td>;
  }
  if (largest === undefined) return <td className={css.figures}>{text}</td>;
  // The bar of a grand total would only say that it is the sum.
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
});
