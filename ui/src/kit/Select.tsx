import { ChevronDown } from "lucide-react";
import { useId } from "react";
import { classNames } from "./classNames";
import type { Option } from "./Radios";
import classes from "./Select.module.css";

export type SelectProps<V extends string> = {
  /** Shown before the value: "View by". */
  label: string;
  options: readonly (Option<V> & { disabled?: boolean })[];
  value: V;
  onChange: (value: V) => void;
  /** Shows the label to screen readers only. */
  hideLabel?: boolean;
  disabled?: boolean;
  name?: string;
  /** What is wrong with the value. */
  error?: string | null;
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
  name,
  error,
  className,
}: SelectProps<V>) {
  const errorId = useId();
  const select = (
    <label className={classNames(classes.box, className)}>
      <span className={hideLabel ? "sr-only" : classes.label}>{label}</span>
      <select
        className={classes.select}
        name={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        value={value}
        disabled={disabled}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown className={classes.chevron} aria-hidden="true" />
    </label>
  );
  if (!error) return select;
  return (
    <div>
      {select}
      <p id={errorId} className={classes.error}>
        {error}
      </p>
    </div>
  );
}
