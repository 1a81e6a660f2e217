import { ChevronDown } from "lucide-react";
import { classNames } from "./classNames";
import type { Option } from "./Radios";
import classes from "./Select.module.css";

export type SelectProps<V extends string> = {
  /** Shown before the value: "View by". */
  label: string;
  options: readonly Option<V>[];
  value: V;
  onChange: (value: V) => void;
  /** Shows the label to screen readers only. */
  hideLabel?: boolean;
  disabled?: boolean;
  className?: string;
};

/** A choice among many options: the browser's native list, with label and value on one line. */
export function Select<V extends string>({
  label,
  options,
  value,
  onChange,
  hideLabel = false,
  disabled,
  className,
}: SelectProps<V>) {
  return (
    <label className={classNames(classes.box, className)}>
      <span className={hideLabel ? "sr-only" : classes.label}>{label}</span>
      <select
        className={classes.select}
        value={value}
        disabled={disabled}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown className={classes.chevron} aria-hidden="true" />
    </label>
  );
}
