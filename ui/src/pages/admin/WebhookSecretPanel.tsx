import { useState } from "react";
import { webhooks as copy } from "#texts/admin";
import { call } from "../../api/client";
import { Button } from "../../kit";
import { ConfirmDialog } from "../../kit/parts/ConfirmDialog";
import { CopyField } from "../../kit/parts/CopyField";
import { Panel, PanelBody } from "../../kit/parts/Panel";

const SECRET = "api/v1/admin/webhook-secret";

const ask = (path: typeof SECRET | `${typeof SECRET}/show`, password: string) =>
  call("POST", path, { password });

/**
 * The secret that signs what is sent to webhooks: shown to whoever asks for it with the own password, which is a line of
 * the audit log.
 */
export function WebhookSecretPanel() {
  const [secret, setSecret] = useState<string | null>(null);
  const [asked, setAsked] = useState<"show" | "renew" | null>(null);
  return (
    <Panel
      title={copy.title}
      detail={copy.about}
      actions={
        <>
          {secret === null && <Button onClick={() => setAsked("show")}>{copy.show}</Button>}
          <Button onClick={() => setAsked("renew")}>{copy.renew}</Button>
        </>
      }
    >
      {secret !== null && (
        <PanelBody narrow>
          <CopyField label={copy.secret} value={secret} />
        </PanelBody>
      )}
      <ConfirmDialog
        open={asked === "show"}
        onClose={() => setAsked(null)}
        title={copy.showTitle}
        action={copy.show}
        asksPassword
        onConfirm={async (password) => setSecret((await ask(`${SECRET}/show`, password)).secret)}
      >
        {copy.showDetail}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === "renew"}
        onClose={() => setAsked(null)}
        title={copy.renewTitle}
        action={copy.renew}
        asksPassword
        onConfirm={async (password) => setSecret((await ask(SECRET, password)).secret)}
      >
        {copy.renewDetail}
      </ConfirmDialog>
    </Panel>
  );
}
