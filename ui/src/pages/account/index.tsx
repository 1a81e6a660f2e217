import { account as copy } from "#texts/account";
import { blocks } from "#texts/page";
import { ACCOUNT, titles } from "../../api/paths";
import { refreshUser } from "../../api/session";
import { PASSWORD_MAX } from "../../api/session/signIn";
import type { Account, OwnSessions } from "../../generated/wire";
import { Button } from "../../kit";
import { DataTable } from "../../kit/DataTable";
import css from "../../kit/forms/FormDialog.module.css";
import { notifyFailure } from "../../kit/parts/errors";
import { Field } from "../../kit/parts/Field";
import { FormFaults } from "../../kit/parts/FormFaults";
import { LoadedList } from "../../kit/parts/LoadedList";
import { Panel, PanelBody } from "../../kit/parts/Panel";
import { formatTime } from "../../kit/parts/time";
import { useDoing } from "../../kit/useDoing";
import { useForm } from "../../kit/useForm";
import adminCss from "../admin/Admin.module.css";
import { PageHeader } from "../dashboards/PageHeader";
import { useNewPassword } from "../session/useNewPassword";
import { Preferences } from "./Preferences";
import { SecondFactor } from "./SecondFactor";
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
            {data.hasPassword && <Password login={data.login} />}
            {data.hasPassword && <SecondFactor account={data} />}
          </>
        )}
      </LoadedList>
      <Preferences />
      <Sessions />
      {account.data && <Tokens {...account.data} />}
    </div>
  );
}

function You({ account }: { readonly account: Account }) {
  const change = useAccountCall();
  const form = useForm({
    from: { firstName: account.firstName },
    save: (names) => change("PUT", "", names),
    saved: copy.nameSaved,
    // The header greets by it.
    done: refreshUser,
  });
  return (
    <Panel title={copy.you} detail={copy.login(account.login)}>
      <PanelBody narrow>
        {account.issuer === null ? (
          <form {...form.props} className={css.form}>
            <Field
              label={copy.firstName}
              {...form.field("firstName")}
              maxLength={100}
              autoComplete="given-name"
            />
            <div>
              <FormFaults of={form} />
              <Button type="submit" aria-busy={form.isBusy}>
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

const EMPTY = { present: "", password: "" };

function Password({ login }: { readonly login: string }) {
  const change = useAccountCall();
  const form = useForm({
    from: EMPTY,
    save: (passwords) => change("POST", "password", passwords),
    saved: copy.passwordChanged,
    after: () => EMPTY,
  });
  const passwordNow = useNewPassword(form.values.password, login);
  return (
    <Panel title={copy.passwordTitle} detail={copy.passwordDetail}>
      <PanelBody narrow>
        <form {...form.props} className={css.form}>
          <Field
            type="password"
            label={copy.present}
            {...form.field("present")}
            autoComplete="current-password"
          />
          <Field
            type="password"
            label={copy.next}
            hint={copy.nextHint}
            {...form.field("password")}
            error={form.field("password").error ?? passwordNow}
            maxLength={PASSWORD_MAX}
            autoComplete="new-password"
          />
          <div>
            <FormFaults of={form} />
            <Button type="submit" aria-busy={form.isBusy}>
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
  const { isBusy, run } = useDoing(notifyFailure);
  const others = data.sessions.length > 1;
  return (
    <Panel
      title={copy.sessions}
      actions={
        others && (
          <Button
            aria-busy={isBusy}
            onClick={() =>
              void run(() => change("POST", "sessions/end-others", undefined), copy.signedOutElsewhere)
            }
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
                  onClick={() => void run(() => change("DELETE", `sessions/${id}`, undefined))}
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
