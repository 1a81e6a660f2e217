import { type FormEvent, type ReactNode, useId, useState } from "react";
import { Button, Dialog } from "../../kit";
import { parts as copy } from "../copy";
import css from "./ConfirmDialog.module.css";
import { isPasswordRefused, messageOf } from "./errors";
import { PasswordField, useHasPassword } from "./PasswordField";

type ConfirmDialogProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What will happen, or the fields of what is to be done. */
  readonly children: ReactNode;
  /** The text of the button that does it. */
  readonly action: string;
  /** The width. */
  readonly size?: "sm" | "md";
  /** Whether the user's password is asked for. */
  readonly asksPassword?: boolean;
  /** Does it. An error is shown in the dialog, which stays open. */
  readonly onConfirm: (password: string) => Promise<unknown>;
};

/** Asks before something that matters is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, action, size = "sm" } = props;
  const form = useId();
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      size={size}
      footer={
        <>
          <Button onClick={onClose}>{copy.cancel}</Button>
          <Button type="submit" form={form} variant="primary" aria-busy={isBusy}>
            {action}
          </Button>
        </>
      }
    >
      {/* The contents stay in the dialog for a moment after it is closed; the next time it opens they begin anew. */}
      <Form key={String(open)} {...props} form={form} isBusy={isBusy} setBusy={setBusy} />
    </Dialog>
  );
}

type FormProps = ConfirmDialogProps & {
  readonly form: string;
  readonly isBusy: boolean;
  readonly setBusy: (isBusy: boolean) => void;
};

function Form({ form, isBusy, setBusy, onClose, children, asksPassword = false, onConfirm }: FormProps) {
  const hasPassword = useHasPassword(asksPassword);
  const [password, setPassword] = useState("");
  const [passwordError, setPasswordError] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const asks = asksPassword && hasPassword;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setError(null);
    setPasswordError(asks && password === "" ? copy.passwordRequired : null);
    if (asks && password === "") return;
    setBusy(true);
    try {
      await onConfirm(password);
      onClose();
    } catch (failure) {
      const show = asks && isPasswordRefused(failure) ? setPasswordError : setError;
      show(messageOf(failure));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form id={form} className={css.form} onSubmit={submit} noValidate>
      <div className={css.text}>{children}</div>
      {asks && <PasswordField value={password} onChange={setPassword} error={passwordError} />}
      {asksPassword && !hasPassword && <p>{copy.noPassword}</p>}
      <div role="alert">{error && <p className={css.error}>{error}</p>}</div>
    </form>
  );
}
