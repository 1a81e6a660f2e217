import { type ReactNode, useId } from "react";
import { parts as copy } from "#texts/admin";
import { Button } from "../Button";
import { Dialog } from "../Dialog";
import css from "../forms/FormDialog.module.css";
import type { Form } from "../useForm";
import { FormFaults } from "./FormFaults";
import { PasswordField, useHasPassword } from "./PasswordField";

type FormDialogProps<V> = {
  readonly form: Form<V>;
  readonly open?: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** The fields, or what will happen. */
  readonly children: ReactNode;
  /** The text of the button that saves. */
  readonly action: string;
  readonly size?: "sm" | "md" | "lg";
  /** Whether the user's password is asked for. */
  readonly asksPassword?: boolean;
};

/** A form in a dialog, which closes once it is saved. */
export function FormDialog<V>(props: FormDialogProps<V>) {
  const { form, open = true, onClose, title, children, action, size = "md", asksPassword = false } = props;
  const id = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      size={size}
      footer={
        <>
          <Button onClick={() => form.leave(onClose)}>{copy.cancel}</Button>
          <Button type="submit" form={id} variant="primary" aria-busy={form.isBusy}>
            {action}
          </Button>
        </>
      }
    >
      {/* The contents stay in the dialog for a moment after it is closed; the next time it opens they begin anew. */}
      <Fields key={String(open)} id={id} form={form} asksPassword={asksPassword && open} onClose={onClose}>
        {children}
      </Fields>
    </Dialog>
  );
}

type FieldsProps<V> = Pick<FormDialogProps<V>, "form" | "onClose" | "children"> & {
  readonly id: string;
  readonly asksPassword: boolean;
};

function Fields<V>({ id, form, asksPassword, onClose, children }: FieldsProps<V>) {
  const hasPassword = useHasPassword(asksPassword);
  const asks = asksPassword && hasPassword;
  return (
    <form
      {...form.props}
      id={id}
      className={css.form}
      onSubmit={async (event) => {
        if (await form.submit(event, asks)) onClose();
      }}
    >
      <div className={css.text}>{children}</div>
      {asks && <PasswordField {...form.password} />}
      {asksPassword && !hasPassword && <p>{copy.noPassword}</p>}
      <FormFaults of={form} />
    </form>
  );
}
