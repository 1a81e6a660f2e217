import { useState } from "react";
import { member as copy } from "#texts/member";
import { callForFile } from "../../../api/client";
import { saveFile } from "../../../figures/blocks/frame/download";
import { Button } from "../../../kit";
import { Field } from "../../../kit/parts/Field";
import { FormDialog } from "../../../kit/parts/FormDialog";
import { Panel } from "../../../kit/parts/Panel";
import { useForm } from "../../../kit/useForm";

/** The longest id of a member, in characters. */
const LONGEST = 64;

/** Saves all that is held about a member who asks for it. */
export default function MemberPanel() {
  const [isOpen, setOpen] = useState(false);
  const form = useForm({
    from: { id: "" },
    open: isOpen,
    save: async ({ id }, password) => {
      const file = await callForFile("api/v1/admin/members/show/file", { id, password });
      saveFile("member.zip", file);
    },
    saved: ({ id }) => copy.saved(id),
  });
  return (
    <Panel
      title={copy.title}
      detail={copy.detail}
      actions={<Button onClick={() => setOpen(true)}>{copy.open}</Button>}
    >
      <FormDialog
        form={form}
        open={isOpen}
        onClose={() => setOpen(false)}
        title={copy.title}
        action={copy.save}
        size="sm"
        asksPassword
      >
        <Field
          label={copy.id}
          hint={copy.idHint}
          {...form.field("id")}
          maxLength={LONGEST}
          autoComplete="off"
          spellCheck={false}
        />
      </FormDialog>
    </Panel>
  );
}
