import type { Unit } from "../../api/generated/wire";
import { formatTenure, formatUnit } from "../../format";
import css from "./Figure.module.css";

/** A figure as cards and summaries write it: whole months as years and months. */
export function figureText(value: number | null, unit: Unit, currency: string): string {
  if (unit === "months" && Number.isInteger(value)) {
    const months = Number(value);
    return formatTenure({ years: Math.floor(months / 12), months: months % 12 });
  }
  return formatUnit(value, unit, { currency });
}

/** Properties of {@link Figure}. */
export type FigureProps = { readonly value: number | null; readonly unit: Unit; readonly currency: string };

/** The text around a number: the percent sign, the words of a tenure. */
const WORDS = /(%|[a-z]+)/;

/** A headline figure. The text around the number is smaller than its digits. */
export function Figure({ value, unit, currency }: FigureProps) {
  const text = figureText(value, unit, currency);
  if (unit !== "percent" && unit !== "months") return <span className={css.figure}>{text}</span>;
  return (
    <span className={css.figure}>
      {text.split(WORDS).map((part) =>
        WORDS.test(part) ? (
          <span key={part} className={part === "%" ? css.sign : css.word}>
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </span>
  );
}
