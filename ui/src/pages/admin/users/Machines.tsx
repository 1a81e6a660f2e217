import { Bot } from "lucide-react";
import { useState } from "react";
import { parts } from "#texts/admin";
import { tokens as copy } from "#texts/tokens";
import { users } from "#texts/users";
import type { Machines as Listed, ServiceAccount } from "../../../generated/wire";
import { Button } from "../../../kit";
import { type Column, DataTable } from "../../../kit/DataTable";
import { EmptyState } from "../../../kit/EmptyState";
import { Field } from "../../../kit/parts/Field";
import { FormDialog } from "../../../kit/parts/FormDialog";
import { LoadedList } from "../../../kit/parts/LoadedList";
import { MakeToken } from "../../../kit/parts/MakeToken";
import { OPTIONAL_MODULES } from "../../../kit/parts/modules";
import { Panel } from "../../../kit/parts/Panel";
import { Pill } from "../../../kit/parts/Pill";
import TokenTable from "../../../kit/parts/TokenTable";
import { useForm } from "../../../kit/useForm";
import { roleTitle } from "../roles/roles";
import { useAdmin, useAdminCall } from "../useAdmin";
import { LONGEST, RolesChoice } from "./AddUser";
import { stateOf, TONES } from "./users";
import css from "./users.module.css";

type MachinesProps = {
  /** The names of all roles. */
  readonly roles: readonly string[];
  readonly mayChange: boolean;
  /** Opens a user. */
  readonly onShow: (id: number) => void;
};

/** What programs use: service accounts, and the API tokens of everybody. */
export default function Machines({ roles, mayChange, onShow }: MachinesProps) {
  const list = useAdmin("machines");
  const change = useAdminCall();
  const [isAdding, setAdding] = useState(false);
  const [owner, setOwner] = useState<ServiceAccount | null>(null);
  return (
    <Panel
      title={copy.programs}
      detail={copy.programsDetail}
      actions={
        mayChange && (
          <Button icon={<Bot aria-hidden="true" />} onClick={() => setAdding(true)}>
            {copy.addAccount}
          </Button>
        )
      }
    >
      <LoadedList of={list}>
        {({ accounts, tokens, longestTokenDays: longest }) => (
          <>
            <Accounts
              accounts={accounts}
              onShow={onShow}
              onMake={mayChange && longest > 0 ? setOwner : null}
            />
            <TokenTable
              tokens={[...accounts.flatMap((account) => account.tokens), ...tokens]}
              showsOwner
              none={longest > 0 ? copy.noTokens : copy.notAllowed}
              onRevoke={mayChange ? ({ id }) => change("DELETE", `tokens/${id}`, undefined) : null}
            />
            {owner && (
              <MakeToken
                title={copy.makeFor(owner.user.login)}
                longest={longest}
                abilities={owner.abilities}
                modules={OPTIONAL_MODULES}
                asksAlways
                make={(token) => change("POST", `machines/${owner.user.id}/tokens`, token)}
                onClose={() => setOwner(null)}
              />
            )}
          </>
        )}
      </LoadedList>
      <AddAccount open={isAdding} onClose={() => setAdding(false)} roles={roles} />
    </Panel>
  );
}

type AccountsProps = Pick<Listed, "accounts"> & {
  readonly onShow: (id: number) => void;
  readonly onMake: ((account: ServiceAccount) => void) | null;
};

function Accounts({ accounts, onShow, onMake }: AccountsProps) {
  const columns: readonly Column<ServiceAccount>[] = [
    {
      key: "login",
      title: copy.account,
      cell: ({ user }) => (
        <>
          {user.login}
          <span className={css.name}>{user.firstName}</span>
        </>
      ),
    },
    {
      key: "roles",
      title: users.roles,
      isExtra: true,
      cell: ({ user }) => user.roles.map(roleTitle).join(", "),
    },
    {
      key: "state",
      title: users.state,
      cell: ({ user }) => <Pill tone={TONES[stateOf(user)]}>{users.states[stateOf(user)]}</Pill>,
    },
    {
      key: "actions",
      title: parts.actions,
      isActions: true,
      cell: (account) => (
        <>
          {onMake && !account.user.disabled && (
            <Button
              size="sm"
              variant="ghost"
              aria-label={copy.makeFor(account.user.login)}
              onClick={() => onMake(account)}
            >
              {copy.make}
            </Button>
          )}
          <Button
            size="sm"
            variant="ghost"
            aria-label={users.manageUser(account.user.login)}
            onClick={() => onShow(account.user.id)}
          >
            {users.manage}
          </Button>
        </>
      ),
    },
  ];
  return (
    <DataTable
      caption={copy.programs}
      columns={columns}
      rows={accounts}
      keyOf={({ user }) => user.id}
      empty={<EmptyState title={copy.noAccounts} />}
      hasMore
    />
  );
}

const NOTHING: { login: string; name: string; roles: readonly string[] } = { login: "", name: "", roles: [] };

type AddAccountProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly roles: readonly string[];
};

function AddAccount({ open, onClose, roles }: AddAccountProps) {
  const change = useAdminCall();
  const form = useForm({
    from: NOTHING,
    open,
    save: ({ roles, ...names }, password) =>
      change("POST", "machines", { ...names, roles: [...roles], password }),
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={copy.addAccount}
      action={copy.addAction}
      asksPassword
    >
      <p>{copy.addDetail}</p>
      <Field label={copy.login} {...form.field("login")} maxLength={LONGEST.login} />
      <Field label={copy.accountName} {...form.field("name", "firstName")} maxLength={LONGEST.firstName} />
      <RolesChoice roles={roles} {...form.field("roles")} />
    </FormDialog>
  );
}
