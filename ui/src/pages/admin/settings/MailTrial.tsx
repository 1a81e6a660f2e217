import { useQuery } from "@tanstack/react-query";
import { settings as copy } from "#texts/settings";
import { callQuery } from "../../../api/query";
import { Field } from "../../../kit/parts/Field";
import { FormDialog } from "../../../kit/parts/FormDialog";
import { notify } from "../../../kit/toasts";
import { useForm } from "../../../kit/useForm";
import { useAdminCall } from "../useAdmin";

/** A message to oneself, which tries what is saved of the settings of mail. */
export function MailTrial({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { data } = useQuery({ ...callQuery("GET", "api/v1/account", undefined), enabled: open });
  const login = data?.login ?? "";
  const send = useAdminCall();
  const form = useForm({
    from: { to: login.includes("@") ? login : "" },
    open,
    save: async ({ to }) => {
      const { fault } = await send("POST", "mail/try", { to });
      notify(
        fault === null ? { status: "success", message: copy.tried(to) } : { status: "error", message: fault },
      );
    },
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={copy.tryTitle}
      action={copy.tryAction}
      size="sm"
    >
      <p>{copy.tryDetail}</p>
      <Field {...form.field("to")} label={copy.tryTo} type="email" />
    </FormDialog>
  );
}
