import { useState } from "react";
import { secondFactor as copy } from "#texts/secondFactor";
import { CODE_MAX } from "../../api/session/secondFactor";
import type { Account, SetUp } from "../../generated/wire";
import { Button, Dialog } from "../../kit";
import { CopyField } from "../../kit/parts/CopyField";
import { Field } from "../../kit/parts/Field";
import { FormDialog } from "../../kit/parts/FormDialog";
import { Panel, PanelBody } from "../../kit/parts/Panel";
import { RecoveryCodes } from "../../kit/parts/RecoveryCodes";
import { Buttons, Sections } from "../../kit/parts/Section";
import { formatTime } from "../../kit/parts/time";
import { QrCode } from "../../kit/QrCode";
import { useForm } from "../../kit/useForm";
import { useAccountCall } from "./useAccount";

/** What is asked about before it is done. */
type Asked = "setUp" | "codes" | "remove";

/** The second factor of the user: set up, replaced, removed. Each asks for the password, and for a code where there is one. */
export function SecondFactor({ account }: { readonly account: Account }) {
  const change = useAccountCall();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [setUp, setSetUp] = useState<SetUp | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { secondFactor: factor, requiresSecondFactor } = account;
  const title = factor ? copy.another : copy.setUp;
  return (
    <Panel title={copy.title} detail={copy.detail}>
      <PanelBody>
        <p>
          {factor ? `${copy.on(formatTime(factor.since))} ${copy.left(factor.codesLeft)}` : copy.off}
          {requiresSecondFactor && ` ${copy.required}`}
        </p>
        <Buttons>
          <Button onClick={() => setAsked("setUp")}>{title}</Button>
          {factor && <Button onClick={() => setAsked("codes")}>{copy.newCodes}</Button>}
          {factor && !requiresSecondFactor && (
            <Button onClick={() => setAsked("remove")}>{copy.remove}</Button>
          )}
        </Buttons>
      </PanelBody>
      <WithCode
        open={asked === "setUp"}
        onClose={() => setAsked(null)}
        title={title}
        action={copy.next}
        asksCode={factor !== null}
        does={async (password, code) =>
          setSetUp(await change("POST", "second-factor", { password, ...(factor ? { code } : {}) }))
        }
      />
      <WithCode
        open={asked === "codes"}
        onClose={() => setAsked(null)}
        title={copy.newCodes}
        detail={copy.newCodesDetail}
        action={copy.next}
        asksCode
        does={async (password, code) => {
          setCodes((await change("POST", "second-factor/codes", { password, code })).codes);
        }}
      />
      <WithCode
        open={asked === "remove"}
        onClose={() => setAsked(null)}
        title={copy.removeTitle}
        detail={copy.removeDetail}
        action={copy.remove}
        asksCode
        saved={copy.removed}
        does={(password, code) => change("POST", "second-factor/off", { password, code })}
      />
      {setUp && <Confirm setUp={setUp} onClose={() => setSetUp(null)} onCodes={setCodes} />}
      <Dialog
        open={codes !== null}
        onClose={() => setCodes(null)}
        title={copy.codesTitle}
        footer={
          <Button variant="primary" onClick={() => setCodes(null)}>
            {copy.go}
          </Button>
        }
      >
        {codes && (
          <Sections>
            <RecoveryCodes codes={codes} />
          </Sections>
        )}
      </Dialog>
    </Panel>
  );
}

type WithCodeProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly detail?: string;
  readonly action: string;
  readonly asksCode: boolean;
  readonly saved?: string;
  readonly does: (password: string, code: string) => Promise<unknown>;
};

const NO_CODE = { code: "" };

/** Asks for the password, and for a code where there is a second factor. */
function WithCode({ open, onClose, title, detail, action, asksCode, saved, does }: WithCodeProps) {
  const form = useForm({
    from: NO_CODE,
    open,
    check: ({ code }) => ({ code: asksCode && code.trim() === "" ? copy.codeRequired : null }),
    save: ({ code }, password) => does(password, code),
    after: () => NO_CODE,
    ...(saved === undefined ? {} : { saved }),
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={title}
      action={action}
      size="sm"
      asksPassword
    >
      {detail !== undefined && <p>{detail}</p>}
      {asksCode && (
        <Field
          label={copy.code}
          hint={copy.codeHint}
          {...form.field("code")}
          maxLength={CODE_MAX}
          autoComplete="one-time-code"
        />
      )}
    </FormDialog>
  );
}

type ConfirmProps = {
  readonly setUp: SetUp;
  readonly onClose: () => void;
  readonly onCodes: (codes: readonly string[]) => void;
};

/** Shows what an app scans, and asks for a code of it. */
function Confirm({ setUp, onClose, onCodes }: ConfirmProps) {
  const change = useAccountCall();
  const form = useForm({
    from: NO_CODE,
    check: ({ code }) => ({ code: code.trim() === "" ? copy.codeRequired : null }),
    save: async ({ code }) =>
      onCodes((await change("POST", "second-factor/confirm", { ticket: setUp.ticket, code })).codes),
    saved: copy.isOn,
    after: () => NO_CODE,
  });
  return (
    <FormDialog form={form} onClose={onClose} title={copy.setUpTitle} action={copy.confirm}>
      <p>{copy.setUpDetail}</p>
      <QrCode qr={setUp.qr} label={copy.qr} />
      <CopyField label={copy.secret} value={setUp.secret} />
      <Field
        label={copy.setUpCode}
        {...form.field("code")}
        maxLength={CODE_MAX}
        autoComplete="one-time-code"
      />
    </FormDialog>
  );
}
