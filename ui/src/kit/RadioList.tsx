import { type ReactNode, useId } from "react";
import classes from "./RadioList.module.css";

/** A value to choose, its text, and a detail. */
export type RadioOption<V extends string> = { value: V; label: string; detail?: ReactNode };

export type RadioListProps<V extends string> = {
  label: string;
  options: readonly RadioOption<V>[];
  value: V;
  onChange: (value: V) => void;
};

/** A choice among a few options with long names, one below the other. */
export function RadioList<V extends string>({ label, options, value, onChange }: RadioListProps<V>) {
  const name = useId();
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes.option}>
          <input
            type="radio"
            className={classes.input}
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.label}
            {option.detail && <span className={classes.detail}>{option.detail}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
