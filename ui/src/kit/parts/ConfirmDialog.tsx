import { parts as copy } from "#texts/admin";
import * as kit from "../ConfirmDialog";
import { isPasswordRefused, messageOf } from "./errors";
import { PasswordField, useHasPassword } from "./PasswordField";
import { useDialogDraft } from "./useDialogDraft";

type ConfirmDialogProps = Omit<kit.ConfirmDialogProps, "cancel" | "errorOf" | "fields" | "onConfirm"> & {
  /** Whether the user's password is asked for. */
  readonly asksPassword?: boolean;
  /** Does it. An error is shown in the dialog, which stays open. */
  readonly onConfirm: (password: string) => Promise<unknown>;
};

/** Nothing is done without the password that was asked for. */
class PasswordMissing extends Error {}

/** Asks before something that matters is done, and for the user's password where everybody is concerned. */
export function ConfirmDialog({ asksPassword = false, onConfirm, ...props }: ConfirmDialogProps) {
  const hasPassword = useHasPassword(asksPassword && props.open);
  const [password, setPassword] = useDialogDraft(props.open, "");
  const [error, setError] = useDialogDraft<string | null>(props.open, null);
  const asks = asksPassword && hasPassword;
  return (
    <kit.ConfirmDialog
      {...props}
      cancel={copy.cancel}
      fields={
        <>
          {asks && <PasswordField value={password} onChange={setPassword} error={error} />}
          {asksPassword && !hasPassword && <p>{copy.noPassword}</p>}
        </>
      }
      onConfirm={async () => {
        if (asks && password === "") throw new PasswordMissing();
        setError(null);
        await onConfirm(password);
      }}
      errorOf={(failure) => {
        if (failure instanceof PasswordMissing) setError(copy.passwordRequired);
        else if (asks && isPasswordRefused(failure)) setError(messageOf(failure));
        else return messageOf(failure);
        return null;
      }}
    />
  );
}
