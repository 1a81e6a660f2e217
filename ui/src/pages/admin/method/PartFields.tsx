import { method as copy } from "#texts/method";
import { scoreCopy } from "#texts/score";
import { mostOf } from "../../../figures/score/bounds";
import type { MethodNumbers, MethodPart, PartMethod } from "../../../generated/wire";
import { NumberSlider } from "../../../kit/NumberSlider";
import { formatPercent, formatUnit } from "../../../texts/format";
import css from "./method.module.css";
import { type Fault, shareOf } from "./model";

/** The largest weight. */
const MOST_WEIGHT = 100;
/** The largest smallest denominator. */
const MOST_LEAST = 1_000_000;

type PartFieldsProps = {
  readonly own: PartMethod;
  readonly info: MethodPart | undefined;
  /** Those of all parts, of whose weight this one has a share. */
  readonly numbers: MethodNumbers;
  /** What the part is now. */
  readonly value: number | null;
  /** What is wrong with it. */
  readonly faults: readonly Fault[];
  readonly onChange: (change: Partial<PartMethod>) => void;
};

/** The fields of a part. */
export function PartFields({ own, info, numbers, value, faults, onChange }: PartFieldsProps) {
  if (!info) return null;
  const { label, pillar, unit } = info;
  const { floor, target, weight, least } = own;
  const share = shareOf(numbers, weight);
  const isMonths = unit === "months";
  const named = (field: string) => copy.fieldOf(field, label);
  const faultOf = (field: Fault["field"]) => faults.find((fault) => fault.field === field)?.text;
  const written = (field: string) => (isMonths ? copy.inMonths(field) : copy.inPercent(field));
  const bound = (field: string, now: number, set: (value: number) => void, error?: string) => (
    <div className={css.field}>
      <span aria-hidden="true">{written(field)}</span>
      <NumberSlider
        label={named(field)}
        value={now}
        least={0}
        most={mostOf(unit)}
        step={1}
        fieldStep={0.01}
        text={formatUnit(now, unit)}
        error={error}
        onChange={(next) => set(Math.round(next * 100) / 100)}
      />
    </div>
  );
  return (
    <fieldset className={css.part} data-out={weight === 0 || undefined}>
      <legend>
        {label} <span className={css.quiet}>{scoreCopy.pillars[pillar]}</span>
        {value !== null && <span className={css.quiet}> · {copy.now(formatUnit(value, unit))}</span>}
      </legend>
      {bound(copy.floor, floor, (next) => onChange({ floor: next }))}
      {bound(copy.target, target, (next) => onChange({ target: next }), faultOf("target"))}
      <div className={css.field}>
        <span aria-hidden="true">
          {copy.weight}
          <span className={css.quiet}>
            {" "}
            {weight === 0 ? copy.leftOut : share !== null && copy.shareOf(formatPercent(share))}
          </span>
        </span>
        <NumberSlider
          label={named(copy.weight)}
          value={weight}
          least={0}
          most={MOST_WEIGHT}
          step={1}
          error={faultOf("weight")}
          onChange={(next) => onChange({ weight: Math.round(next) })}
        />
      </div>
      <label className={css.least}>
        <span>{copy.least}</span>
        <input
          type="number"
          className={css.number}
          inputMode="numeric"
          aria-label={named(copy.least)}
          min={1}
          max={MOST_LEAST}
          value={least}
          onChange={(event) => {
            const next = Math.round(Number(event.target.value));
            if (next >= 1) onChange({ least: Math.min(MOST_LEAST, next) });
          }}
        />
      </label>
    </fieldset>
  );
}
