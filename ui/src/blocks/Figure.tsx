import type { Unit } from "../api/generated/wire";
import { formatTenure, formatUnit } from "../format";
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

/** A headline figure. The percent sign is smaller than the digits: it is no part of the number. */
export function Figure({ value, unit, currency }: FigureProps) {
  const text = figureText(value, unit, currency);
  const hasSign = text.endsWith("%");
  return (
    <span className={css.figure}>
      {hasSign ? text.slice(0, -1) : text}
      {hasSign && <span className={css.sign}>%</span>}
    </span>
  );
}
