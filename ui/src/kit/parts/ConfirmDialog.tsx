import { type FormEvent, type ReactNode, useId, useState } from "react";
import { parts as copy } from "#texts/admin";
import { Button } from "../Button";
import { Dialog } from "../Dialog";
import css from "../forms/ConfirmDialog.module.css";
import { isPasswordRefused, messageOf } from "./errors";
import { PasswordField, useHasPassword } from "./PasswordField";
import { useDialogDraft } from "./useDialogDraft";

type ConfirmDialogProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What will happen, or the fields of what is to be done. */
  readonly children: ReactNode;
  /** The text of the button that does it. */
  readonly action: string;
  readonly size?: "sm" | "md";
  /** Whether the user's password is asked for. */
  readonly asksPassword?: boolean;
  /** What is said of every error, in place of the server's words. */
  readonly failed?: string;
  /** Does it. An error is shown in the dialog, which stays open. */
  readonly onConfirm: (password: string) => Promise<unknown>;
};

/** What is wrong, said at the password or below the whole form. */
type Fault = { readonly isOfPassword: boolean; readonly text: string };

/** Asks before something that matters is done, and for the user's password where everybody is concerned. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    onClose,
    title,
    children,
    action,
    size = "sm",
    asksPassword = false,
    failed,
    onConfirm,
  } = props;
  const form = useId();
  const hasPassword = useHasPassword(asksPassword && open);
  const asks = asksPassword && hasPassword;
  const [password, setPassword] = useDialogDraft(open, "");
  const [fault, setFault] = useDialogDraft<Fault | null>(open, null);
  const [isDirty, setDirty] = useDialogDraft(open, false);
  const [isBusy, setBusy] = useState(false);
  const faultAt = (isOfPassword: boolean) => (fault?.isOfPassword === isOfPassword ? fault.text : null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (asks && password === "") {
      setFault({ isOfPassword: true, text: copy.passwordRequired });
      return;
    }
    setFault(null);
    setBusy(true);
    try {
      await onConfirm(password);
      onClose();
    } catch (failure) {
      setFault({ isOfPassword: asks && isPasswordRefused(failure), text: failed ?? messageOf(failure) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      isDirty={isDirty}
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
      <form
        key={String(open)}
        id={form}
        className={css.form}
        onChange={({ target }) => isWork(target) && setDirty(true)}
        onSubmit={submit}
        noValidate
      >
        <div className={css.text}>{children}</div>
        {asks && <PasswordField value={password} onChange={setPassword} error={faultAt(true)} />}
        {asksPassword && !hasPassword && <p>{copy.noPassword}</p>}
        <div role="alert">{faultAt(false) && <p className={css.error}>{faultAt(false)}</p>}</div>
      </form>
    </Dialog>
  );
}

/** Whether a field holds what is a loss: a password is typed again in a moment. */
function isWork(field: EventTarget): boolean {
  return !(field instanceof HTMLInputElement && field.type === "password");
}
