import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../../../kit/classNames";
import { Tooltip } from "../../../kit/Tooltip";
import type { Sort } from "../declaration";
import { nextSort } from "./sorting";
import css from "./Table.module.css";

export type TableHeaderProps = {
  readonly field: string;
  readonly label: string;
  /** Shown in place of the label. */
  readonly short?: string | undefined;
  readonly definition?: string | undefined;
  readonly figures?: boolean;
  readonly sort: Sort;
  /** Whether sorting by this column means the order of the answer, which no column shows. */
  readonly isOwnOrder?: boolean;
  onSort(sort: Sort): void;
  readonly extra?: ReactNode;
  /** Whether the next column is about another figure. */
  readonly isLast?: boolean;
};

/** A longer heading is cut to two lines and shown in full on hover. */
const LONGEST_HEADING = 40;

/** The header of a column, which sorts the table by it. */
export function TableHeader({
  field,
  label,
  short,
  definition,
  figures = false,
  sort,
  isOwnOrder = false,
  onSort,
  extra,
  isLast = false,
}: TableHeaderProps) {
  const sorted = sort.column === field;
  const isLong = short === undefined && label.length > LONGEST_HEADING;
  const Arrow = sort.descending ? ArrowDown : ArrowUp;
  const button = (
    <button type="button" className={css.sort} onClick={() => onSort(nextSort(sort, field, figures))}>
      {isLong ? (
        // A tooltip with the definition starts with the full heading.
        <span className={css.long} title={definition ? undefined : label}>
          {label}
        </span>
      ) : short === undefined ? (
        label
      ) : (
        <>
          <span aria-hidden="true">{short}</span>
          <span className="sr-only">{label}</span>
        </>
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
      className={classNames(figures && css.figures, isLast && css.ends)}
      data-sorted={sorted || undefined}
      // On the sorted column only: "none" on the others is noise.
      aria-sort={sorted ? (sort.descending ? "descending" : "ascending") : isOwnOrder ? "other" : undefined}
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
