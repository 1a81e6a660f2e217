import { type FormEvent, type ReactNode, useEffect, useId, useState } from "react";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import css from "./forms/ConfirmDialog.module.css";

export type ConfirmDialogProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What will happen, or the fields of what is to be done. */
  readonly children: ReactNode;
  /** Shown below the children. */
  readonly fields?: ReactNode;
  /** The text of the button that does it. */
  readonly action: string;
  /** The text of the button that does not. */
  readonly cancel: string;
  readonly size?: "sm" | "md";
  /** Does it; an error leaves the dialog open. */
  readonly onConfirm: () => Promise<unknown>;
  /** What is said of an error in the dialog; null where it is said elsewhere. */
  readonly errorOf: (failure: unknown) => string | null;
};

/** Asks before something that matters is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, action, cancel, size = "sm" } = props;
  const form = useId();
  const [isBusy, setBusy] = useState(false);
  const [isDirty, setDirty] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      isDirty={isDirty}
      title={title}
      size={size}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button type="submit" form={form} variant="primary" aria-busy={isBusy}>
            {action}
          </Button>
        </>
      }
    >
      {/* The contents stay in the dialog for a moment after it is closed; the next time it opens they begin anew. */}
      <Form key={String(open)} {...props} form={form} isBusy={isBusy} setBusy={setBusy} setDirty={setDirty} />
    </Dialog>
  );
}

type FormProps = ConfirmDialogProps & {
  readonly form: string;
  readonly isBusy: boolean;
  readonly setBusy: (isBusy: boolean) => void;
  readonly setDirty: (isDirty: boolean) => void;
};

function Form(props: FormProps) {
  const { form, isBusy, setBusy, setDirty, onClose, children, fields, onConfirm, errorOf } = props;
  const [error, setError] = useState<string | null>(null);
  useEffect(() => setDirty(false), [setDirty]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setError(null);
    setBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch (failure) {
      setError(errorOf(failure));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      id={form}
      className={css.form}
      onChange={({ target }) => isWork(target) && setDirty(true)}
      onSubmit={submit}
      noValidate
    >
      <div className={css.text}>{children}</div>
      {fields}
      <div role="alert">{error && <p className={css.error}>{error}</p>}</div>
    </form>
  );
}

/** Whether a field holds what is a loss: a password is typed again in a moment. */
function isWork(field: EventTarget): boolean {
  return !(field instanceof HTMLInputElement && field.type === "password");
}
