import { type ReactNode, Suspense, useState } from "react";
import { flushSync } from "react-dom";
import { users as copy } from "#texts/users";
import { refreshUser, useSession } from "../../../api/session";
import type { ListedUser, LiveSession } from "../../../generated/wire";
import { Button, Dialog, notify, Skeleton } from "../../../kit";
import { DataTable } from "../../../kit/DataTable";
import { lazyComponent } from "../../../kit/lazy";
import { ConfirmDialog } from "../../../kit/parts/ConfirmDialog";
import { notifyFailure } from "../../../kit/parts/errors";
import { Fact, Facts } from "../../../kit/parts/Facts";
import { Field } from "../../../kit/parts/Field";
import { FormDialog } from "../../../kit/parts/FormDialog";
import { LoadedList } from "../../../kit/parts/LoadedList";
import { Pill } from "../../../kit/parts/Pill";
import { Buttons, Quiet, Section, Sections } from "../../../kit/parts/Section";
import { formatTime } from "../../../kit/parts/time";
import { useDoing } from "../../../kit/useDoing";
import { useForm } from "../../../kit/useForm";
import { roleTitle } from "../roles/roles";
import { useAdmin, useAdminCall } from "../useAdmin";
import { LONGEST, RolesChoice } from "./AddUser";
import type { Link } from "./LinkDialog";
import { stateOf, TONES, waysIn } from "./users";

/** With its texts, which the list of users does without. */
const TokenTable = lazyComponent(() => import("../../../kit/parts/TokenTable"));

type UserDialogProps = {
  /** The user's id; null while none is shown. */
  readonly id: number | null;
  readonly onClose: () => void;
  /** The names of all roles. */
  readonly roles: readonly string[];
  readonly mayChange: boolean;
  readonly onLink: (link: Link) => void;
};

/** All that is known of a user, and what can be done. */
export function UserDialog({ id, onClose, roles, mayChange, onLink }: UserDialogProps) {
  const details = useAdmin(`users/${id ?? 0}`, { enabled: id !== null });
  const change = useAdminCall();
  return (
    <Dialog open={id !== null} onClose={onClose} title={details.data?.user.login ?? copy.user} size="lg">
      {id !== null && (
        <LoadedList of={details}>
          {({ user, sessions, tokens }) => (
            <Sections>
              <KnownOf user={user} />
              {mayChange && <Actions user={user} roles={roles} onClose={onClose} onLink={onLink} />}
              {!user.service && <SessionsOf sessions={sessions} />}
              <Suspense fallback={<Skeleton height={80} />}>
                <TokenTable
                  tokens={tokens}
                  onRevoke={mayChange ? (token) => change("DELETE", `tokens/${token.id}`, undefined) : null}
                />
              </Suspense>
            </Sections>
          )}
        </LoadedList>
      )}
    </Dialog>
  );
}

function KnownOf({ user }: { readonly user: ListedUser }) {
  const state = stateOf(user);
  return (
    <>
      <Facts>
        <Fact term={copy.firstName}>{user.firstName}</Fact>
        <Fact term={copy.state}>
          <Pill tone={TONES[state]}>{copy.states[state]}</Pill>
        </Fact>
        <Fact term={copy.roles}>{user.roles.map(roleTitle).join(", ")}</Fact>
        <Fact term={copy.waysIn}>{waysIn(user)}</Fact>
        <Fact term={copy.added}>{formatTime(user.createdAt)}</Fact>
        <Fact term={copy.lastSignIn}>
          {user.signedInAt === null ? copy.never : formatTime(user.signedInAt)}
        </Fact>
      </Facts>
      {state === "invited" && <Quiet>{copy.invitedHint}</Quiet>}
      {user.issuer !== null && <Quiet>{copy.keptElsewhere}</Quiet>}
    </>
  );
}

/** What is asked about before it is done. */
type Asked = "change" | "roles" | "link" | "factor" | "disable" | "endSessions" | "delete";

type ActionsProps = {
  readonly user: ListedUser;
  readonly roles: readonly string[];
  readonly onClose: () => void;
  readonly onLink: (link: Link) => void;
};

function Actions({ user, roles, onClose, onLink }: ActionsProps) {
  const own = useSession((session) => session.user?.id);
  const change = useAdminCall();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { isBusy, run } = useDoing(notifyFailure);
  const { id, login } = user;
  const path = `users/${id}` as const;
  const done = (message: string) => notify({ status: "success", message });
  const isElsewhere = user.issuer !== null;

  /** Does what needs no question. */
  const now = (action: "enable" | "unlock", message: string) =>
    void run(() => change("POST", `${path}/${action}`, undefined), message);

  const dialog = (
    name: Asked,
    title: string,
    action: string,
    onConfirm: (password: string) => Promise<void>,
    children: ReactNode,
    asksPassword = false,
  ) => (
    <ConfirmDialog
      open={asked === name}
      onClose={() => setAsked(null)}
      title={title}
      action={action}
      asksPassword={asksPassword}
      onConfirm={onConfirm}
    >
      {children}
    </ConfirmDialog>
  );
  return (
    <>
      <Buttons>
        <Button onClick={() => setAsked("roles")}>{copy.changeRoles}</Button>
        {!isElsewhere && <Button onClick={() => setAsked("change")}>{copy.change}</Button>}
        {!isElsewhere && !user.service && !user.disabled && (
          <Button onClick={() => setAsked("link")}>{copy.newLink}</Button>
        )}
        {!user.service && (
          <>
            <Button aria-busy={isBusy} onClick={() => now("unlock", copy.unlocked(login))}>
              {copy.unlock}
            </Button>
            {user.secondFactor && <Button onClick={() => setAsked("factor")}>{copy.resetFactor}</Button>}
            <Button onClick={() => setAsked("endSessions")}>{copy.endSessions}</Button>
          </>
        )}
        {user.disabled ? (
          <Button aria-busy={isBusy} onClick={() => now("enable", copy.enabled(login))}>
            {copy.enable}
          </Button>
        ) : (
          <Button onClick={() => setAsked("disable")}>{copy.disable}</Button>
        )}
        <Button variant="danger" onClick={() => setAsked("delete")}>
          {copy.delete}
        </Button>
      </Buttons>
      {!user.service && <Quiet>{copy.unlockHint}</Quiet>}
      <ChangeName user={user} open={asked === "change"} onClose={() => setAsked(null)} />
      <ChangeRoles user={user} roles={roles} open={asked === "roles"} onClose={() => setAsked(null)} />
      {dialog(
        "link",
        copy.newLinkOf(login),
        copy.newLinkAction,
        async (password) =>
          onLink({ login, link: await change("POST", `${path}/password-link`, { password }) }),
        <p>{copy.newLinkDetail}</p>,
        true,
      )}
      {dialog(
        "factor",
        copy.resetFactorOf(login),
        copy.resetFactor,
        async (password) => {
          await change("POST", `${path}/reset-second-factor`, { password });
          done(copy.factorReset(login));
        },
        <p>{copy.resetFactorDetail}</p>,
        true,
      )}
      {dialog(
        "disable",
        copy.disableOf(login),
        copy.disable,
        async () => {
          await change("POST", `${path}/disable`, undefined);
          done(copy.disabled(login));
        },
        <p>{user.service ? copy.disableService : copy.disableDetail}</p>,
      )}
      {dialog(
        "endSessions",
        copy.endSessionsOf(login),
        copy.endSessions,
        async () => {
          await change("POST", `${path}/end-sessions`, undefined);
          done(copy.sessionsEnded(login));
        },
        <>
          <p>{copy.endSessionsDetail}</p>
          {id === own && <p>{copy.endedOwnSessions}</p>}
        </>,
      )}
      {dialog(
        "delete",
        copy.deleteOf(login),
        copy.delete,
        async (password) => {
          await change("POST", `${path}/remove`, { password }, () => flushSync(onClose));
          done(copy.deleted(login));
        },
        <p>{copy.deleteDetail}</p>,
        true,
      )}
    </>
  );
}

type ChangeProps = {
  readonly user: ListedUser;
  readonly open: boolean;
  readonly onClose: () => void;
};

function ChangeName({ user: { id, login, firstName }, open, onClose }: ChangeProps) {
  const change = useAdminCall();
  const form = useForm({
    from: { login, firstName },
    open,
    save: (names, password) => change("PUT", `users/${id}`, { ...names, password }),
    saved: (names) => copy.changed(names.login),
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={copy.change}
      action={copy.changeAction}
      size="sm"
      asksPassword
    >
      <Field label={copy.login} {...form.field("login")} maxLength={LONGEST.login} />
      <Field label={copy.firstName} {...form.field("firstName")} maxLength={LONGEST.firstName} />
    </FormDialog>
  );
}

function ChangeRoles({ user, roles, open, onClose }: ChangeProps & { readonly roles: readonly string[] }) {
  const own = useSession((session) => session.user?.id);
  const change = useAdminCall();
  const form = useForm<{ readonly roles: readonly string[] }>({
    from: { roles: user.roles },
    open,
    save: async (chosen, password) => {
      await change("PUT", `users/${user.id}/roles`, { ...chosen, password });
      if (user.id === own) refreshUser();
    },
    saved: copy.rolesSaved(user.login),
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={copy.rolesOf(user.login)}
      action={copy.changeAction}
      size="sm"
      asksPassword
    >
      <RolesChoice roles={roles} {...form.field("roles")} />
      <Quiet>{copy.rolesAtOnce}</Quiet>
    </FormDialog>
  );
}

function SessionsOf({ sessions }: { readonly sessions: readonly LiveSession[] }) {
  return (
    <Section title={copy.sessions}>
      <DataTable
        caption={copy.sessions}
        rows={sessions}
        keyOf={({ id }) => id}
        empty={<Quiet>{copy.noSessions}</Quiet>}
        columns={[
          { key: "device", title: copy.device, cell: ({ device }) => device || copy.unknownDevice },
          { key: "since", title: copy.since, isExtra: true, cell: (row) => formatTime(row.createdAt) },
          { key: "use", title: copy.lastUse, cell: (row) => formatTime(row.lastSeenAt) },
        ]}
      />
    </Section>
  );
}
