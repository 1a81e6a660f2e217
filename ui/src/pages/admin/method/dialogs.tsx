import { useQueryClient } from "@tanstack/react-query";
import { method as copy } from "#texts/method";
import { refreshAnswers } from "../../../api/query";
import type { MethodDraft } from "../../../generated/wire";
import { notify } from "../../../kit";
import { ConfirmDialog } from "../../../kit/parts/ConfirmDialog";
import { Field } from "../../../kit/parts/Field";
import { FormDialog } from "../../../kit/parts/FormDialog";
import { useForm } from "../../../kit/useForm";
import { useAdminCall } from "../useAdmin";
import { METHOD } from "./calls";

type DialogProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Called after it was done. */
  readonly onDone: () => void;
};

const EMPTY = { name: "", reason: "" };

type PublishDialogProps = DialogProps & { readonly draft: MethodDraft; readonly needsApproval: boolean };

/** Asks for a name and a reason, and publishes the draft or proposes it. */
export function PublishDialog({ open, draft, needsApproval, onClose, onDone }: PublishDialogProps) {
  const change = useAdminCall();
  const client = useQueryClient();
  const form = useForm({
    from: EMPTY,
    open,
    save: async ({ reason, ...fields }, password) => {
      const name = fields.name.trim();
      const body = { revision: draft.revision, name, reason, password };
      const answer = await change("POST", `${METHOD}/publish`, body);
      const isPublished = answer.draft === null;
      notify({ status: "success", message: isPublished ? copy.publishedToast(name) : copy.proposedToast });
      if (!isPublished) return;
      onDone();
      // Every score that is shown.
      void refreshAnswers(client);
    },
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={copy.publishTitle}
      action={needsApproval ? copy.proposeAction : copy.publishAction}
      asksPassword
    >
      <p>{needsApproval ? copy.publishAsks : copy.publishAlone}</p>
      <Field label={copy.name} hint={copy.nameHint} {...form.field("name")} maxLength={64} />
      <Field label={copy.reason} hint={copy.reasonHint} {...form.field("reason")} maxLength={500} />
    </FormDialog>
  );
}

/** Approves what another administrator proposed. */
export function ApproveDialog({
  open,
  draft,
  onClose,
  onDone,
}: DialogProps & { readonly draft: MethodDraft }) {
  const change = useAdminCall();
  const client = useQueryClient();
  const { name = "", proposedBy = "", reason = "" } = draft.proposal ?? {};
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={copy.approveTitle(name)}
      action={copy.approveAction}
      asksPassword
      onConfirm={async (password) => {
        await change("POST", `${METHOD}/approve`, { revision: draft.revision, password });
        notify({ status: "success", message: copy.publishedToast(name) });
        onDone();
        // Every score that is shown.
        void refreshAnswers(client);
      }}
    >
      <p>{copy.approveText(proposedBy)}</p>
      <p>
        {copy.reason}: {reason}
      </p>
    </ConfirmDialog>
  );
}

/** Removes the draft. */
export function WithdrawDialog({ open, onClose, onDone }: DialogProps) {
  const change = useAdminCall();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={copy.withdrawTitle}
      action={copy.withdraw}
      onConfirm={async () => {
        await change("DELETE", `${METHOD}/draft`, undefined);
        notify({ status: "success", message: copy.withdrawn });
        onDone();
      }}
    >
      <p>{copy.withdrawText}</p>
    </ConfirmDialog>
  );
}
