import { CircleAlert } from "lucide-react";
import { useId, useState } from "react";
import { pages as copy } from "#texts/session";
import classes from "./LoginPage.module.css";

type FieldProps = {
  ref?: React.Ref<HTMLInputElement>;
  name?: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  maxLength?: number;
  autoComplete: string;
  error: string | null;
  type?: "text" | "password";
  /** Whether it has the focus once it is shown: it took the place of what had it. */
  hasFocus?: boolean;
};

/** A labelled input of the pages without a session, with what is wrong with it. */
export function Field({
  ref,
  name,
  label,
  value,
  onChange,
  maxLength,
  autoComplete,
  error,
  type = "text",
  hasFocus = false,
}: FieldProps) {
  const id = useId();
  const errorId = useId();
  const [isShown, setShown] = useState(false);
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <input
        ref={ref}
        id={id}
        name={name}
        type={isShown ? "text" : type}
        value={value}
        maxLength={maxLength}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: what had the focus is gone.
        autoFocus={hasFocus}
        aria-required="true"
        aria-invalid={error !== null}
        aria-describedby={error ? errorId : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {type === "password" && (
        <button type="button" className={classes.show} aria-controls={id} onClick={() => setShown(!isShown)}>
          {isShown ? copy.hidePassword : copy.showPassword}
        </button>
      )}
      <div role="alert">
        {error && (
          <p id={errorId} className={classes.error}>
            <CircleAlert aria-hidden="true" />
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
