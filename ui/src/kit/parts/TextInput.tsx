import { type ComponentProps, useId } from "react";
import css from "../forms/FormFaults.module.css";
import type { FieldOf } from "../useForm";

type TextInputProps = FieldOf<string> & Omit<ComponentProps<"input">, keyof FieldOf<string>>;

/** An input of a form that looks as its place wants it, with what is wrong with it. Its label is outside. */
export function TextInput({ value, onChange, error, ...rest }: TextInputProps) {
  const errorId = useId();
  return (
    <>
      <input
        value={value}
        autoComplete="off"
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : errorId}
        onChange={(event) => onChange(event.target.value)}
        {...rest}
      />
      {error !== null && (
        <p id={errorId} className={css.atField}>
          {error}
        </p>
      )}
    </>
  );
}
