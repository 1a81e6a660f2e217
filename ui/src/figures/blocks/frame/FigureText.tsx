import type { Unit } from "../../../generated/wire";
import { type CellOptions, formatCell, formatDelta, formatUnit } from "../../../texts/format";
import { HiddenFigure, type WhyHidden } from "./HiddenFigure";

export type ShortenedProps = {
  readonly text: string;
  /** The text with all digits. */
  readonly full: string;
};

/** A text whose figure may be shortened: all its digits show on hover and are read by screen readers. */
export function Shortened({ text, full }: ShortenedProps) {
  if (text === full) return text;
  return (
    <span title={full}>
      <span aria-hidden="true">{text}</span>
      <span className="sr-only">{full}</span>
    </span>
  );
}

type Value = number | null | undefined;

export type FigureTextProps = {
  readonly value: Value;
  readonly unit: Unit;
  readonly currency: string;
  /** Why the value is null, if the server hides it. */
  readonly hidden?: WhyHidden | undefined;
};

/** A figure as text. */
export function FigureText({ value, unit, currency, hidden }: FigureTextProps) {
  if (hidden) return <HiddenFigure why={hidden} />;
  return (
    <Shortened
      text={formatUnit(value, unit, { currency })}
      full={formatUnit(value, unit, { currency, inFull: true })}
    />
  );
}

export type FigureCellProps = FigureTextProps & Pick<CellOptions, "percentDecimals">;

/** A figure in a table cell; the header names the unit. */
export function FigureCell({ value, unit, currency, percentDecimals, hidden }: FigureCellProps) {
  if (hidden) return <HiddenFigure why={hidden} />;
  const options = { currency, percentDecimals };
  return (
    <Shortened
      text={formatCell(value, unit, options)}
      full={formatCell(value, unit, { ...options, inFull: true })}
    />
  );
}

/** A difference of two figures as text, with its sign. */
export function DeltaText({ value }: { readonly value: Value }) {
  return <Shortened text={formatDelta(value)} full={formatDelta(value, { inFull: true })} />;
}
