import { Fragment } from "react";
import type { Hidden, Unit } from "../../../generated/wire";
import { unitParts } from "../../../texts/format";
import { FigureText } from "../frame/FigureText";
import css from "./Figure.module.css";

export type FigureProps = {
  readonly value: number | null;
  readonly unit: Unit;
  readonly currency: string;
  /** Why the value is null, if the server hides it. */
  readonly hidden?: Hidden | undefined;
};

/** A headline figure. The percent sign and the words of a tenure are smaller than its digits. */
export function Figure({ value, unit, currency, hidden }: FigureProps) {
  return (
    <span className={css.figure}>
      {(unit === "percent" || unit === "months") && !hidden ? (
        unitParts(value, unit).map((part, at) => (
          <Fragment key={part.unit}>
            {at > 0 && " "}
            {part.number + part.space}
            <span className={unit === "percent" ? css.sign : css.word}>{part.unit}</span>
          </Fragment>
        ))
      ) : (
        <FigureText value={value} unit={unit} currency={currency} hidden={hidden} />
      )}
    </span>
  );
}
