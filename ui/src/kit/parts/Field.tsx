import { ChevronDown } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "..";
import type { Option } from "../Radios";
import css from "./Field.module.css";

type Shared = {
  readonly label: string;
  /** Below the field. */
  readonly hint?: ReactNode;
  /** What is wrong with the value. */
  readonly error?: string | null | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/** The attributes of a text that is written. */
const written = (value: string, onChange: Shared["onChange"]) => ({
  value,
  autoComplete: "off",
  spellCheck: false,
  onChange: (event: { readonly target: { readonly value: string } }) => onChange(event.target.value),
});

type FieldProps = Shared & Omit<ComponentProps<"input">, keyof Shared>;

/** A field of a form: label, input, hint and error. The form announces the error, and moves the focus to it. */
export function Field({ label, hint, error, value, onChange, className, ...rest }: FieldProps) {
  return (
    <Frame label={label} hint={hint} error={error} className={className}>
      {(attributes) => <input {...attributes} {...written(value, onChange)} {...rest} />}
    </Frame>
  );
}

type AreaProps = Shared & Omit<ComponentProps<"textarea">, keyof Shared>;

/** A field of several lines, in letters of equal width. */
export function TextArea({ label, hint, error, value, onChange, className, ...rest }: AreaProps) {
  return (
    <Frame label={label} hint={hint} error={error} className={className}>
      {(attributes) => <textarea {...attributes} {...written(value, onChange)} {...rest} />}
    </Frame>
  );
}

type ChoiceProps<V extends string> = Omit<Shared, "value" | "onChange"> & {
  readonly name?: string;
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly options: readonly Option<V>[];
  readonly disabled?: boolean;
};

/** A choice among options, with its label above as other fields have it. */
export function Choice<V extends string>(props: ChoiceProps<V>) {
  const { label, hint, error, name, value, onChange, options, disabled } = props;
  return (
    <Frame label={label} hint={hint} error={error}>
      {(attributes) => (
        <span className={css.choice}>
          <select
            {...attributes}
            name={name}
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
          <ChevronDown aria-hidden="true" />
        </span>
      )}
    </Frame>
  );
}

type SwitchProps = Omit<Shared, "value" | "onChange"> & {
  readonly name?: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
  readonly disabled?: boolean;
};

/** What is on or off, with its label above as other fields have it. */
export function Switch({ label, hint, error, name, value, onChange, disabled }: SwitchProps) {
  return (
    <Frame label={label} hint={hint} error={error}>
      {(attributes) => (
        <input
          {...attributes}
          type="checkbox"
          role="switch"
          className={css.switch}
          name={name}
          checked={value}
          aria-checked={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
        />
      )}
    </Frame>
  );
}

type FrameProps = Pick<Shared, "label" | "hint" | "error"> & {
  readonly className?: string | undefined;
  readonly children: (attributes: {
    id: string;
    "aria-invalid": boolean;
    "aria-describedby": string | undefined;
  }) => ReactNode;
};

function Frame({ label, hint, error, className, children }: FrameProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : "";
  const errorId = error ? `${id}-error` : "";
  return (
    <div className={classNames(css.field, className)}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        "aria-invalid": Boolean(error),
        "aria-describedby": classNames(errorId, hintId) || undefined,
      })}
      {error && (
        <p id={errorId} className={css.error}>
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className={css.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
