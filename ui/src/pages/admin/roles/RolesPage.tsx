import { Plus } from "lucide-react";
import { useState } from "react";
import { parts } from "#texts/admin";
import { roles as copy } from "#texts/roles";
import type { RoleDetails, RoleList, RoleRemoval } from "../../../generated/wire";
import { Button, notify } from "../../../kit";
import { type Column, DataTable, Under } from "../../../kit/DataTable";
import { ConfirmDialog } from "../../../kit/parts/ConfirmDialog";
import { LoadedList } from "../../../kit/parts/LoadedList";
import { Panel } from "../../../kit/parts/Panel";
import { Pill } from "../../../kit/parts/Pill";
import { formatNumber } from "../../../texts/format";
import { useAdmin, useAdminCall } from "../useAdmin";
import { RoleDialog, type Shown } from "./RoleDialog";
import { EMPTY, membersText, modulesText, roleCode, roleTitle } from "./roles";
import css from "./roles.module.css";

/** The roles: what they open, whose figures they show, and who has them. */
export function RolesPage({ mayChange }: { readonly mayChange: boolean }) {
  const list = useAdmin("roles");
  return <LoadedList of={list}>{(answer) => <Roles list={answer} mayChange={mayChange} />}</LoadedList>;
}

type RolesProps = { readonly list: RoleList; readonly mayChange: boolean };

function Roles({ list, mayChange }: RolesProps) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [deleted, setDeleted] = useState<RoleDetails | null>(null);
  const columns: readonly Column<RoleDetails>[] = [
    {
      key: "name",
      title: copy.role,
      cell: ({ name, builtIn }) => (
        <>
          {roleTitle(name)} {builtIn && <Pill tone="plain">{copy.builtIn}</Pill>}
          {builtIn && <Under>{roleCode(name)}</Under>}
        </>
      ),
    },
    { key: "modules", title: copy.modules, isExtra: true, cell: modulesText },
    {
      key: "members",
      title: copy.members,
      isExtra: true,
      cell: (role) => <span className={css.text}>{membersText(role, list.groups)}</span>,
    },
    { key: "users", title: copy.users, isNumber: true, cell: ({ users }) => formatNumber(users) },
    {
      key: "actions",
      title: parts.actions,
      isActions: true,
      cell: (role) => (
        <RowButtons role={role} mayChange={mayChange} onShow={setShown} onDelete={setDeleted} />
      ),
    },
  ];
  return (
    <Panel
      title={copy.title}
      detail={copy.detail}
      actions={
        mayChange && (
          <Button
            icon={<Plus aria-hidden="true" />}
            onClick={() => setShown({ as: "new", role: EMPTY, builtIn: false })}
          >
            {copy.add}
          </Button>
        )
      }
    >
      <DataTable
        caption={copy.title}
        columns={columns}
        rows={list.roles}
        keyOf={({ name }) => name}
        empty={null}
      />
      <RoleDialog shown={shown} groups={list.groups} onClose={() => setShown(null)} />
      <DeleteRole role={deleted} onClose={() => setDeleted(null)} />
    </Panel>
  );
}

type RowButtonsProps = {
  readonly role: RoleDetails;
  readonly mayChange: boolean;
  readonly onShow: (shown: Shown) => void;
  readonly onDelete: (role: RoleDetails) => void;
};

function RowButtons({ role, mayChange, onShow, onDelete }: RowButtonsProps) {
  const { name, builtIn } = role;
  const isOpen = mayChange && !builtIn;
  const title = roleTitle(name);
  const button = (text: string, label: string, onClick: () => void) => (
    <Button size="sm" variant="ghost" aria-label={label} onClick={onClick}>
      {text}
    </Button>
  );
  return (
    <>
      {isOpen
        ? button(copy.change, copy.changeOf(title), () => onShow({ as: "change", role, builtIn }))
        : button(copy.show, copy.showOf(title), () => onShow({ as: "show", role, builtIn }))}
      {mayChange &&
        button(copy.copy, copy.copyOf(title), () =>
          onShow({ as: "new", role: { ...role, name: copy.copyName(name) }, builtIn: false }),
        )}
      {isOpen && button(copy.delete, copy.deleteOf(name), () => onDelete(role))}
    </>
  );
}

type DeleteRoleProps = { readonly role: RoleDetails | null; readonly onClose: () => void };

function DeleteRole({ role, onClose }: DeleteRoleProps) {
  const change = useAdminCall();
  const { name = "", users = 0, ssoKeys = 0 } = role ?? {};
  const holders = [
    ...(users > 0 ? [copy.usersOf(users)] : []),
    ...(ssoKeys > 0 ? [copy.keysOf(ssoKeys)] : []),
  ];
  const isUsed = holders.length > 0;
  return (
    <ConfirmDialog
      open={role !== null}
      onClose={onClose}
      title={copy.deleteTitle(name)}
      action={copy.delete}
      asksPassword
      onConfirm={async (password) => {
        // Nothing is taken away that was not said: where somebody got the role meanwhile, the call is refused.
        const removal: RoleRemoval = { fromUsers: isUsed, password };
        await change("POST", `roles/${name}/remove`, removal);
        notify({ status: "success", message: copy.deleted(name) });
      }}
    >
      <p>{isUsed ? copy.deleteUsed(holders.join(copy.and)) : copy.deleteUnused}</p>
    </ConfirmDialog>
  );
}
