import { type ReactNode, useId } from "react";

/** A value to choose and its text. */
export type Option<V extends string> = { value: V; label: string };

type RadiosProps<V extends string, O extends Option<V>> = {
  /** The name of the group. */
  label: string;
  options: readonly O[];
  value: V;
  onChange: (value: V) => void;
  classes: {
    group: string;
    legend: string | undefined;
    option: string | undefined;
    input: string | undefined;
  };
  /** Shown after the text of an option. */
  detail?: (option: O) => ReactNode;
};

/** A group of radio buttons; each control that uses it has its own look. */
export function Radios<V extends string, O extends Option<V>>(props: RadiosProps<V, O>) {
  const { label, options, value, onChange, classes, detail } = props;
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
            {detail?.(option)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
