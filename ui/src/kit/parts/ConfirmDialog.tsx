import type { ReactNode } from "react";
import { useForm } from "../useForm";
import { FormDialog } from "./FormDialog";

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

const NOTHING = {};

/** Asks before something that matters is done, and for the user's password where everybody is concerned. */
export function ConfirmDialog({ onConfirm, ...dialog }: ConfirmDialogProps) {
  const form = useForm({
    from: NOTHING,
    open: dialog.open,
    save: (_, password) => onConfirm(password),
  });
  return <FormDialog {...dialog} form={form} size="sm" />;
}
