import type { ComponentType } from "react";
import { charts as copy } from "#texts/blocks";
import type { Totals } from "../../../generated/wire";
import { formatCompact, formatNumber, formatPercent } from "../../../texts/format";
import { type NamedValue, type PieModel, pieModel } from "../chart/models";
import { FigureText } from "../frame/FigureText";
import { nameColours } from "../nameColours";
import { SmallPie, SmallPieKey } from "../pie/SmallPie";
import type { CardBodyProps } from "./Card";
import css from "./CardPies.module.css";

/** A pie of a card. */
export type CardPie<A extends Totals = Totals> = {
  /** The title, for a card with several pies. */
  readonly title?: string;
  /** What the pie counts. */
  readonly of: string;
  /** Shows the list alone. */
  readonly isTable?: boolean;
  /** The parts, read from the card's figures. */
  rows(totals: A): readonly NamedValue[];
};

/**
 * The body of a card that shows pies: each ring next to the list of its shares. A single pie has
 * room to be larger and to show the counts too.
 */
export function cardPies<A extends Totals>(pies: readonly CardPie<A>[]): ComponentType<CardBodyProps<A>> {
  return ({ totals }) => {
    const colours = nameColours(copy.other);
    return (
      <div className={css.pies} data-alone={pies.length === 1 || undefined}>
        {pies.map((pie) => (
          <Pie
            key={pie.title ?? pie.of}
            pie={pie}
            model={pieModel(pie.rows(totals), copy.other, colours)}
            isAlone={pies.length === 1}
          />
        ))}
      </div>
    );
  };
}

/** The number of characters that fit in the ring. */
const MOST_LETTERS = 7;

/** The sum in the middle of a ring, with all its digits if they fit. */
function middleText(total: number): string {
  const text = formatNumber(total);
  return text.length <= MOST_LETTERS ? text : formatCompact(total);
}

type PieProps = {
  readonly pie: Pick<CardPie, "title" | "of" | "isTable">;
  readonly model: PieModel;
  readonly isAlone: boolean;
};

function Pie({ pie: { title, of, isTable = false }, model: { slices, total }, isAlone }: PieProps) {
  return (
    <div className={css.pie}>
      {title && <h4 className={css.title}>{title}</h4>}
      {slices.length === 0 ? (
        <p className={css.empty}>{copy.emptyTitle(of.toLowerCase())}</p>
      ) : (
        <div className={css.body}>
          {!isTable && (
            <div className={css.ring}>
              <SmallPie
                slices={slices}
                middle={middleText(total)}
                whole={formatNumber(total, { inFull: true })}
                caption={isAlone ? of : undefined}
              />
              <span className="sr-only">
                {formatNumber(total, { inFull: true })} {of}
              </span>
            </div>
          )}
          <table className={css.shares} aria-label={title ?? of}>
            <thead className="sr-only">
              <tr>
                <th scope="col">{copy.name}</th>
                {isAlone && <th scope="col">{of}</th>}
                <th scope="col">{copy.share}</th>
              </tr>
            </thead>
            <tbody>
              {slices.map((slice) => (
                <tr key={slice.name}>
                  <th scope="row">
                    <span className={css.name}>
                      {!isTable && <SmallPieKey colour={slice.colour} />}
                      <span className={css.text} title={slice.name}>
                        {slice.name}
                      </span>
                    </span>
                  </th>
                  {isAlone && (
                    <td>
                      <FigureText value={slice.value} unit="count" currency="" />
                    </td>
                  )}
                  <td className={css.share}>{formatPercent(slice.percent)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
