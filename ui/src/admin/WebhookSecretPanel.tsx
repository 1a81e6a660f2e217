import { useState } from "react";
import { call } from "../api/client";
import type { WebhookSecret } from "../api/generated/administration";
import { Button, notify } from "../kit";
import { useOnce } from "../kit/useOnce";
import { webhooks as copy } from "./copy";
import { ConfirmDialog } from "./parts/ConfirmDialog";
import { CopyField } from "./parts/CopyField";
import { messageOf } from "./parts/errors";
import { Panel, PanelBody } from "./parts/Panel";

const SECRET = "api/v1/admin/webhook-secret";

const ask = (method: "GET" | "POST") =>
  call<WebhookSecret>(method, SECRET, method === "GET" ? undefined : {}, { counted: false });

/** The secret that signs what is sent to webhooks: shown when it is asked for, which is a line of the audit log. */
export function WebhookSecretPanel() {
  const [secret, setSecret] = useState<string | null>(null);
  const [isBusy, once] = useOnce();
  const [isRenewing, setRenewing] = useState(false);
  async function show() {
    try {
      setSecret((await ask("GET")).secret);
    } catch (failure) {
      notify({ status: "error", message: messageOf(failure) });
    }
  }
  return (
    <Panel
      title={copy.title}
      detail={copy.about}
      actions={
        <>
          {secret === null && (
            <Button aria-busy={isBusy} onClick={() => void once(show)}>
              {copy.show}
            </Button>
          )}
          <Button onClick={() => setRenewing(true)}>{copy.renew}</Button>
        </>
      }
    >
      {secret !== null && (
        <PanelBody narrow>
          <CopyField label={copy.secret} value={secret} />
        </PanelBody>
      )}
      <ConfirmDialog
        open={isRenewing}
        onClose={() => setRenewing(false)}
        title={copy.renewTitle}
        action={copy.renew}
        onConfirm={async () => setSecret((await ask("POST")).secret)}
      >
        {copy.renewDetail}
      </ConfirmDialog>
    </Panel>
  );
}
