import { CalendarDays } from "lucide-react";
import { Suspense, useId, useState } from "react";
import { kit } from "#texts/kit";
import { formatDate } from "../texts/format";
import classes from "./DatePicker.module.css";
import { dateError } from "./dates";
import { lazyComponent } from "./lazy";
import { Popover } from "./Popover";
import { Skeleton } from "./Skeleton";

// Loaded when a picker is first opened.
const Calendar = lazyComponent(() => import("./Calendar"));

export type DatePickerProps = {
  label: string;
  /** yyyy-mm-dd, or empty. */
  value: string;
  /** The first and the last day that may be chosen, both inclusive. */
  min?: string;
  max?: string;
  onChange: (iso: string) => void;
  name?: string;
  /** What else is wrong with the value. */
  error?: string | null;
};

/** A day in a read-only field, chosen from a calendar. */
export function DatePicker({ label, value, min, max, onChange, name, error: fault }: DatePickerProps) {
  const [open, setOpen] = useState(false);
  const labelId = useId();
  const valueId = useId();
  const errorId = useId();
  const error = value === "" ? null : dateError(value, { min, max });
  const text = error ? kit.dateErrors[error](formatDate(error === "minDate" ? min : max)) : fault;
  return (
    <div className={classes.field}>
      <span id={labelId} className={classes.label}>
        {label}
      </span>
      <Popover
        open={open}
        onOpenChange={setOpen}
        label={label}
        className={classes.layer}
        trigger={
          <button
            type="button"
            name={name}
            className={classes.input}
            aria-labelledby={`${labelId} ${valueId}`}
            aria-describedby={text ? errorId : undefined}
            data-invalid={text ? "" : undefined}
          >
            <span id={valueId}>
              {value === "" ? kit.chooseDate : error === "invalid" ? value : formatDate(value)}
            </span>
            <CalendarDays aria-hidden="true" />
          </button>
        }
      >
        <Suspense fallback={<Skeleton className={classes.waiting} />}>
          <Calendar
            value={value}
            min={min}
            max={max}
            onChoose={(iso) => {
              onChange(iso);
              setOpen(false);
            }}
          />
        </Suspense>
      </Popover>
      {text && (
        <span id={errorId} role={error ? "alert" : undefined} className={classes.error}>
          {text}
        </span>
      )}
    </div>
  );
}
