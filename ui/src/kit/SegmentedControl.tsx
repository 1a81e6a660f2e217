import { useId } from "react";
import { classNames } from "./classNames";
import classes from "./SegmentedControl.module.css";

/** A value to choose and its text. */
export type Option<V extends string> = { value: V; label: string };

export type SegmentedControlProps<V extends string> = {
  /** The name of the group, for screen readers. */
  label: string;
  options: readonly Option<V>[];
  value: V;
  onChange: (value: V) => void;
  className?: string;
};

/** A choice among a few options, all visible; implemented by radio buttons. */
export function SegmentedControl<V extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: SegmentedControlProps<V>) {
  const name = useId();
  return (
    <fieldset className={classNames(classes.group, className)}>
      <legend className="sr-only">{label}</legend>
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
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
