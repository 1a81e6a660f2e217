import { type FormEvent, useId, useState } from "react";
import adminCss from "../admin/Admin.module.css";
import { ConfirmDialog } from "../admin/parts/ConfirmDialog";
import form from "../admin/parts/ConfirmDialog.module.css";
import { DataTable } from "../admin/parts/DataTable";
import { messageOf } from "../admin/parts/errors";
import { Field } from "../admin/parts/Field";
import { Panel, PanelBody } from "../admin/parts/Panel";
import { formatTime } from "../admin/parts/time";
import type { Account, ApiToken, ApiTokenList, MadeToken, OwnSessions } from "../api/generated/wire";
import { Button, Dialog, notify } from "../kit";
import { ACCOUNT, titles } from "../paths";
import { PageHeader } from "../screens/PageHeader";
import { account as copy } from "./copy";
import { useAccount, useAccountCall } from "./useAccount";

/** A user's own account: name, password, sessions and API tokens. */
export default function AccountPage() {
  const { data } = useAccount<Account>("");
  return (
    <div className={adminCss.page}>
      <PageHeader title={titles[ACCOUNT]} />
      {data && <You key={data.firstName} account={data} />}
      {data?.hasPassword && <Password />}
      <Sessions />
      {data && <Tokens longest={data.longestTokenDays} />}
    </div>
  );
}

/** Runs a change, and says how it went: an error below the form, a success in a message. */
function useChange() {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function run(change: () => Promise<unknown>, done?: string): Promise<boolean> {
    if (isBusy) return false;
    setBusy(true);
    setError(null);
    try {
      await change();
      if (done) notify({ status: "success", message: done });
      return true;
    } catch (failure) {
      setError(messageOf(failure));
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { error, isBusy, run };
}

function You({ account }: { readonly account: Account }) {
  const change = useAccountCall();
  const [firstName, setFirstName] = useState(account.firstName);
  const { error, isBusy, run } = useChange();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(() => change("PUT", "", { firstName }), copy.nameSaved);
  };
  return (
    <Panel title={copy.you} detail={copy.login(account.login)}>
      <PanelBody>
        {account.issuer === null ? (
          <form className={form.form} onSubmit={submit} noValidate>
            <Field
              label={copy.firstName}
              value={firstName}
              onChange={setFirstName}
              maxLength={100}
              autoComplete="given-name"
              error={error}
            />
            <div>
              <Button type="submit" aria-busy={isBusy}>
                {copy.saveName}
              </Button>
            </div>
          </form>
        ) : (
          <p>{copy.issuer(account.issuer)}</p>
        )}
      </PanelBody>
    </Panel>
  );
}

function Password() {
  const change = useAccountCall();
  const [present, setPresent] = useState("");
  const [password, setPassword] = useState("");
  const { error, isBusy, run } = useChange();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await run(() => change("POST", "password", { present, password }), copy.passwordChanged)) {
      setPresent("");
      setPassword("");
    }
  };
  return (
    <Panel title={copy.passwordTitle} detail={copy.passwordDetail}>
      <PanelBody>
        <form className={form.form} onSubmit={submit} noValidate>
          <Field
            type="password"
            label={copy.present}
            value={present}
            onChange={setPresent}
            autoComplete="current-password"
          />
          <Field
            type="password"
            label={copy.next}
            hint={copy.nextHint}
            value={password}
            onChange={setPassword}
            maxLength={30}
            autoComplete="new-password"
            error={error}
          />
          <div>
            <Button type="submit" aria-busy={isBusy}>
              {copy.changePassword}
            </Button>
          </div>
        </form>
      </PanelBody>
    </Panel>
  );
}

function Sessions() {
  const { data } = useAccount<OwnSessions>("sessions");
  const change = useAccountCall();
  const { run } = useChange();
  if (!data) return null;
  const others = data.sessions.length > 1;
  return (
    <Panel
      title={copy.sessions}
      actions={
        others && (
          <Button
            onClick={() => void run(() => change("POST", "sessions/end-others", {}), copy.signedOutElsewhere)}
          >
            {copy.signOutElsewhere}
          </Button>
        )
      }
    >
      <DataTable
        caption={copy.sessions}
        rows={data.sessions}
        keyOf={({ id }) => id}
        empty={null}
        columns={[
          {
            key: "device",
            title: copy.device,
            cell: ({ id, device }) =>
              `${device || copy.unknownDevice}${id === data.current ? ` (${copy.thisDevice})` : ""}`,
          },
          { key: "since", title: copy.since, isExtra: true, cell: (row) => formatTime(row.createdAt) },
          { key: "use", title: copy.lastUse, cell: (row) => formatTime(row.lastSeenAt) },
          {
            key: "actions",
            title: copy.signOut,
            isActions: true,
            cell: ({ id, device }) =>
              id !== data.current && (
                <Button
                  aria-label={`${copy.signOut}: ${device || copy.unknownDevice}`}
                  onClick={() => void run(() => change("DELETE", `sessions/${id}`))}
                >
                  {copy.signOut}
                </Button>
              ),
          },
        ]}
      />
    </Panel>
  );
}

function Tokens({ longest }: { readonly longest: number }) {
  const { data } = useAccount<ApiTokenList>("tokens");
  const change = useAccountCall();
  const [isMaking, setMaking] = useState(false);
  const [revoked, setRevoked] = useState<ApiToken | null>(null);
  if (!data) return null;
  return (
    <Panel
      title={copy.tokens}
      detail={copy.tokensDetail}
      actions={longest > 0 && <Button onClick={() => setMaking(true)}>{copy.makeToken}</Button>}
    >
      <DataTable
        caption={copy.tokens}
        rows={data.tokens}
        keyOf={({ id }) => id}
        empty={<p>{longest > 0 ? copy.noTokens : copy.tokensNotAllowed}</p>}
        columns={[
          { key: "name", title: copy.name, cell: ({ name }) => name },
          {
            key: "modules",
            title: copy.modules,
            isExtra: true,
            cell: ({ modules }) => modules?.join(", ") ?? copy.allModules,
          },
          { key: "expires", title: copy.expires, cell: (row) => formatTime(row.expiresAt) },
          {
            key: "use",
            title: copy.lastUse,
            cell: (row) => (row.lastUsedAt === null ? copy.never : formatTime(row.lastUsedAt)),
          },
          {
            key: "actions",
            title: copy.revoke,
            isActions: true,
            cell: (token) => (
              <Button aria-label={`${copy.revoke}: ${token.name}`} onClick={() => setRevoked(token)}>
                {copy.revoke}
              </Button>
            ),
          },
        ]}
      />
      {isMaking && <MakeToken longest={longest} onClose={() => setMaking(false)} />}
      <ConfirmDialog
        open={revoked !== null}
        onClose={() => setRevoked(null)}
        title={copy.revokeTitle(revoked?.name ?? "")}
        action={copy.revoke}
        onConfirm={() => change("DELETE", `tokens/${revoked?.id}`)}
      >
        {copy.revokeDetail}
      </ConfirmDialog>
    </Panel>
  );
}

function MakeToken({ longest, onClose }: { readonly longest: number; readonly onClose: () => void }) {
  const id = useId();
  const change = useAccountCall();
  const [name, setName] = useState("");
  const [days, setDays] = useState(String(Math.min(90, longest)));
  const [secret, setSecret] = useState<string | null>(null);
  const { error, isBusy, run } = useChange();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const made = await change<MadeToken>("POST", "tokens", { name, days: Number(days) || 0 });
      setSecret(made.secret);
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={copy.makeToken}
      size="sm"
      footer={
        secret === null ? (
          <Button type="submit" form={id} variant="primary" aria-busy={isBusy}>
            {copy.make}
          </Button>
        ) : (
          <Button variant="primary" onClick={onClose}>
            {copy.done}
          </Button>
        )
      }
    >
      {secret === null ? (
        <form id={id} className={form.form} onSubmit={submit} noValidate>
          <Field label={copy.tokenName} value={name} onChange={setName} maxLength={60} />
          <Field
            label={copy.days}
            hint={copy.daysHint(longest)}
            value={days}
            onChange={setDays}
            inputMode="numeric"
            error={error}
          />
        </form>
      ) : (
        <div className={form.form}>
          <p>{copy.copyNow}</p>
          <Field
            label={copy.secret}
            value={secret}
            onChange={() => {}}
            readOnly
            onFocus={(event) => event.target.select()}
          />
        </div>
      )}
    </Dialog>
  );
}
