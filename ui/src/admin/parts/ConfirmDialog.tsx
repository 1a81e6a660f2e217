import { type FormEvent, type ReactNode, useId, useState } from "react";
import { Button, Dialog } from "../../kit";
import { parts as copy } from "../copy";
import css from "./ConfirmDialog.module.css";
import { messageOf } from "./errors";
import { Field } from "./Field";

type ConfirmDialogProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What will happen. */
  readonly children: ReactNode;
  /** The text of the button that does it. */
  readonly action: string;
  /** Whether the user's password is asked for. */
  readonly asksPassword?: boolean;
  /** Does it. An error is shown in the dialog, which stays open. */
  readonly onConfirm: (password: string) => Promise<unknown>;
};

/** Asks before something that matters is done. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  children,
  action,
  asksPassword = false,
  onConfirm,
}: ConfirmDialogProps) {
  const form = useId();
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  function close() {
    setPassword("");
    setError(null);
    onClose();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (asksPassword && password === "") {
      setError(copy.passwordRequired);
      return;
    }
    setBusy(true);
    try {
      await onConfirm(password);
      close();
    } catch (failure) {
      setError(messageOf(failure));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      size="sm"
      footer={
        <>
          <Button onClick={close}>{copy.cancel}</Button>
          <Button type="submit" form={form} variant="primary" aria-busy={isBusy}>
            {action}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} onSubmit={submit} noValidate>
        <div className={css.text}>{children}</div>
        {asksPassword ? (
          <Field
            type="password"
            label={copy.password}
            hint={copy.passwordHint}
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            error={error}
          />
        ) : (
          <div role="alert">{error && <p className={css.error}>{error}</p>}</div>
        )}
      </form>
    </Dialog>
  );
}
