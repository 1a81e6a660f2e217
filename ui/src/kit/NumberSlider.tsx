import { type CSSProperties, useId, useState } from "react";
import { kit as copy } from "#texts/kit";
import { formatNumber } from "../texts/format";
import css from "./forms/NumberSlider.module.css";

/** As wide as in the style sheet. */
const THUMB = 16;

type NumberSliderProps = {
  /** The name of both, for screen readers. */
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly step: number;
  /** The steps of the field, where they are finer. */
  readonly fieldStep?: number;
  /** The value in words. */
  readonly text?: string;
  /** Whether it is a change, up or down from nothing, so that it is filled from 0 and not from the left. */
  readonly isChange?: boolean;
  /** What is wrong with the value, shown below it. */
  readonly error?: string | undefined;
  onChange(value: number): void;
};

/** A number that can be dragged, or typed exactly. While the field is empty, the value stays what it was. */
export function NumberSlider(props: NumberSliderProps) {
  const { label, value, least, most, step, fieldStep = step, text, isChange, onChange } = props;
  const [id, errorId] = [useId(), useId()];
  // What is being typed, such as an empty field or a minus sign, is not a number yet.
  const [field, setField] = useState({ of: value, typed: String(value) });
  const { typed } = field;
  const setTyped = (typed: string) => setField({ of: value, typed });
  // It follows the value, except where it says the same in another way, such as "07".
  if (!Object.is(field.of, value))
    setTyped(Number(typed) === value && typed.trim() !== "" ? typed : String(value));
  const change = (written: string) => {
    setTyped(written);
    const number = Number(written);
    if (written.trim() === "" || !Number.isFinite(number)) return;
    onChange(Math.min(most, Math.max(least, number)));
  };
  const isEmpty = typed.trim() === "";
  const error = isEmpty ? copy.numberFrom(formatNumber(least), formatNumber(most)) : props.error;
  const described = { "aria-invalid": Boolean(error), "aria-describedby": error ? errorId : undefined };
  // The steps may end short of the largest and the least value, which could never be reached then.
  const drag = (number: number) => {
    if (isChange && number === 0) return onChange(0);
    const near = 0.999 * step;
    if (number + near > most) return onChange(most);
    onChange(number - near < least ? least : number);
  };
  const place = (at: number) => placeOf((Math.min(most, Math.max(least, at)) - least) / (most - least || 1));
  const start = isChange ? 0 : least;
  const [from, to] = [place(Math.min(start, value)), place(Math.max(start, value))];
  const filled = { "--from": from, "--to": to } as CSSProperties;
  return (
    <div className={css.slider}>
      <input
        type="range"
        className={css.range}
        style={filled}
        aria-label={label}
        aria-valuetext={text}
        {...described}
        // The steps of a change go through 0, so that it can be taken back.
        min={isChange ? Math.floor(least / step) * step : least}
        max={most}
        step={step}
        value={value}
        onChange={(event) => drag(Number(event.target.value))}
      />
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <input
        id={id}
        type="number"
        className={css.number}
        inputMode="decimal"
        {...described}
        min={least}
        max={most}
        step={fieldStep}
        value={typed}
        onChange={(event) => change(event.target.value)}
        onBlur={() => setTyped(String(value))}
      />
      {/* The region exists before its text, so that screen readers announce the text. */}
      <div role="alert" className={css.error}>
        {error && <p id={errorId}>{error}</p>}
      </div>
    </div>
  );
}

/** How far along the track the middle of the thumb is, at a share of the way; it stays within the track. */
function placeOf(share: number): string {
  return `calc(${THUMB / 2}px + ${share} * (100% - ${THUMB}px))`;
}
