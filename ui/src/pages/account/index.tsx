import { type FormEvent, useState } from "react";
import { account as copy } from "#texts/account";
import { blocks } from "#texts/page";
import { ACCOUNT, titles } from "../../api/paths";
import { refreshUser } from "../../api/session";
import type { Account, OwnSessions } from "../../generated/wire";
import { Button } from "../../kit";
import { DataTable } from "../../kit/DataTable";
import form from "../../kit/forms/ConfirmDialog.module.css";
import { messageOf } from "../../kit/parts/errors";
import { Field } from "../../kit/parts/Field";
import { LoadedList } from "../../kit/parts/LoadedList";
import { Panel, PanelBody } from "../../kit/parts/Panel";
import { formatTime } from "../../kit/parts/time";
import { useSaving } from "../../kit/useSaving";
import adminCss from "../admin/Admin.module.css";
import { PageHeader } from "../dashboards/PageHeader";
import { Preferences } from "./Preferences";
import { Tokens } from "./Tokens";
import { useAccount, useAccountCall } from "./useAccount";

/** A user's own account: name, password, preferences, sessions and API tokens. */
export default function AccountPage() {
  const account = useAccount("");
  return (
    <div className={adminCss.page}>
      <PageHeader title={titles[ACCOUNT]} />
      <LoadedList of={account} failed={blocks.failedTitle(titles[ACCOUNT])}>
        {(data) => (
          <>
            <You key={data.firstName} account={data} />
            {data.hasPassword && <Password />}
          </>
        )}
      </LoadedList>
      <Preferences />
      <Sessions />
      {account.data && <Tokens longest={account.data.longestTokenDays} />}
    </div>
  );
}

function You({ account }: { readonly account: Account }) {
  const change = useAccountCall();
  const [firstName, setFirstName] = useState(account.firstName);
  const { error, isBusy, save } = useSaving(messageOf);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(async () => {
      await change("PUT", "", { firstName });
      // The header greets by it.
      refreshUser();
    }, copy.nameSaved);
  };
  return (
    <Panel title={copy.you} detail={copy.login(account.login)}>
      <PanelBody narrow>
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
  const { error, isBusy, save } = useSaving(messageOf);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await save(() => change("POST", "password", { present, password }), copy.passwordChanged)) {
      setPresent("");
      setPassword("");
    }
  };
  return (
    <Panel title={copy.passwordTitle} detail={copy.passwordDetail}>
      <PanelBody narrow>
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
  const sessions = useAccount("sessions");
  return (
    <LoadedList of={sessions} failed={blocks.failedTitle(copy.sessions)}>
      {(data) => <ListOfSessions data={data} />}
    </LoadedList>
  );
}

function ListOfSessions({ data }: { readonly data: OwnSessions }) {
  const change = useAccountCall();
  const { error, isBusy, save } = useSaving(messageOf);
  const others = data.sessions.length > 1;
  return (
    <Panel
      title={copy.sessions}
      actions={
        others && (
          <Button
            aria-busy={isBusy}
            onClick={() =>
              void save(() => change("POST", "sessions/end-others", undefined), copy.signedOutElsewhere)
            }
          >
            {copy.signOutElsewhere}
          </Button>
        )
      }
    >
      <div role="alert">{error && <p className={form.error}>{error}</p>}</div>
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
                  onClick={() => void save(() => change("DELETE", `sessions/${id}`, undefined))}
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
