import { Check, Minus } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import classes from "./Checkbox.module.css";
import { classNames } from "./classNames";

export type CheckboxProps = {
  checked: boolean | "indeterminate";
  label: ReactNode;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** Whether the list that it is in has a fault. */
  isInvalid?: boolean;
  /** Bold, for the parent of others. */
  strong?: boolean;
  className?: string;
};

/** A checkbox with its label; "indeterminate" when only some of its children are chosen. */
export function Checkbox({
  checked,
  label,
  onChange,
  disabled,
  isInvalid,
  strong,
  className,
}: CheckboxProps) {
  const ref = useRef<HTMLInputElement>(null);
  const mixed = checked === "indeterminate";
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <label className={classNames(classes.label, strong && classes.strong, className)}>
      <span className={classes.frame}>
        <input
          ref={ref}
          type="checkbox"
          className={classes.input}
          checked={checked === true}
          disabled={disabled}
          aria-invalid={isInvalid || undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        {mixed ? (
          <Minus className={classes.mark} aria-hidden="true" strokeWidth={3} />
        ) : (
          checked && <Check className={classes.mark} aria-hidden="true" strokeWidth={3} />
        )}
      </span>
      <span className={classes.text}>{label}</span>
    </label>
  );
}
