import type { Hidden, Unit } from "../../../generated/wire";
import { formatUnit } from "../../../texts/format";
import { FigureText } from "../frame/FigureText";
import css from "./Figure.module.css";

export type FigureProps = {
  readonly value: number | null;
  readonly unit: Unit;
  readonly currency: string;
  /** Why the value is null, if the server hides it. */
  readonly hidden?: Hidden | undefined;
};

/** The text around a number: the percent sign, the words of a tenure. */
const WORDS = /(%|\p{L}+)/u;

/** A headline figure. The text around the number is smaller than its digits. */
export function Figure({ value, unit, currency, hidden }: FigureProps) {
  const isWorded = unit === "percent" || unit === "months";
  return (
    <span className={css.figure}>
      {isWorded && !hidden ? (
        formatUnit(value, unit)
          .split(WORDS)
          .map((part) =>
            WORDS.test(part) ? (
              <span key={part} className={part === "%" ? css.sign : css.word}>
                {part}
              </span>
            ) : (
              part
            ),
          )
      ) : (
        <FigureText value={value} unit={unit} currency={currency} hidden={hidden} />
      )}
    </span>
  );
}
