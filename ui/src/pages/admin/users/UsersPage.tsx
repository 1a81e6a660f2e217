import { UserPlus } from "lucide-react";
import { Suspense, useState } from "react";
import { parts } from "#texts/admin";
import { users as copy } from "#texts/users";
import { useSession } from "../../../api/session";
import type { ListedUser } from "../../../generated/wire";
import { Button, Skeleton } from "../../../kit";
import { type Column, DataTable } from "../../../kit/DataTable";
import { EmptyState } from "../../../kit/EmptyState";
import { lazyComponent } from "../../../kit/lazy";
import { LoadedList, PAGE } from "../../../kit/parts/LoadedList";
import { Pager } from "../../../kit/parts/Pager";
import { Panel } from "../../../kit/parts/Panel";
import { Pill } from "../../../kit/parts/Pill";
import { formatTime } from "../../../kit/parts/time";
import { SearchField } from "../../../kit/SearchField";
import { useSettled } from "../../../kit/useSettled";
import { roleTitle } from "../roles/roles";
import { useAdmin } from "../useAdmin";
import { AddUser } from "./AddUser";
import { type Link, LinkDialog } from "./LinkDialog";
import { UserDialog } from "./UserDialog";
import { stateOf, TONES, waysIn } from "./users";
import css from "./users.module.css";

/** Its code and texts load when the page is opened. */
const Machines = lazyComponent(() => import("./Machines"));

/** How long typing has to pause before the server searches, in milliseconds. */
const PAUSE = 250;

/** The users: search, add, and all that can be done with one. */
export function UsersPage({ mayChange }: { readonly mayChange: boolean }) {
  const [text, setText] = useState("");
  const search = useSettled(text.trim(), PAUSE);
  const [page, setPage] = useState({ search, offset: 0 });
  const { offset } = page;
  if (page.search !== search) setPage({ search, offset: 0 });
  const [shown, setShown] = useState<number | null>(null);
  const [isAdding, setAdding] = useState(false);
  const [link, setLink] = useState<Link | null>(null);
  const query = new URLSearchParams({ search, offset: String(offset), limit: String(PAGE) });
  const list = useAdmin(`users?${query}`, { keepsLast: true });
  const roles = useAdmin("roles");
  const roleNames = roles.data?.roles.map(({ name }) => name) ?? [];

  return (
    <>
      <Panel
        title={copy.title}
        detail={copy.detail}
        actions={
          <>
            <SearchField label={copy.search} placeholder={copy.searchHint} value={text} onChange={setText} />
            {mayChange && (
              <Button icon={<UserPlus aria-hidden="true" />} onClick={() => setAdding(true)}>
                {copy.add}
              </Button>
            )}
          </>
        }
      >
        <LoadedList of={list}>
          {({ users, count }) => (
            <>
              <UsersTable users={users} onShow={setShown} />
              <Pager
                offset={offset}
                size={PAGE}
                total={count}
                onChange={(offset) => setPage({ search, offset })}
              />
            </>
          )}
        </LoadedList>
      </Panel>
      <Suspense fallback={<Skeleton height={160} />}>
        <Machines roles={roleNames} mayChange={mayChange} onShow={setShown} />
      </Suspense>
      <AddUser open={isAdding} onClose={() => setAdding(false)} roles={roleNames} onLink={setLink} />
      <UserDialog
        id={shown}
        onClose={() => setShown(null)}
        roles={roleNames}
        mayChange={mayChange}
        onLink={setLink}
      />
      <LinkDialog link={link} onClose={() => setLink(null)} />
    </>
  );
}

type UsersTableProps = {
  readonly users: readonly ListedUser[];
  readonly onShow: (id: number) => void;
};

function UsersTable({ users, onShow }: UsersTableProps) {
  const own = useSession(({ user }) => user?.id);
  const columns: readonly Column<ListedUser>[] = [
    {
      key: "login",
      title: copy.user,
      cell: ({ id, login, firstName }) => (
        <>
          {login}
          {id === own && ` (${copy.you})`}
          <span className={css.name}>{firstName}</span>
        </>
      ),
    },
    { key: "roles", title: copy.roles, isExtra: true, cell: ({ roles }) => roles.map(roleTitle).join(", ") },
    { key: "ways", title: copy.waysIn, isExtra: true, cell: waysIn },
    {
      key: "signedIn",
      title: copy.lastSignIn,
      isExtra: true,
      cell: ({ signedInAt }) => (signedInAt === null ? copy.never : formatTime(signedInAt)),
    },
    {
      key: "state",
      title: copy.state,
      cell: (user) => <Pill tone={TONES[stateOf(user)]}>{copy.states[stateOf(user)]}</Pill>,
    },
    {
      key: "actions",
      title: parts.actions,
      isActions: true,
      cell: ({ id, login }) => (
        <Button size="sm" variant="ghost" aria-label={copy.manageUser(login)} onClick={() => onShow(id)}>
          {copy.manage}
        </Button>
      ),
    },
  ];
  return (
    <DataTable
      caption={copy.title}
      columns={columns}
      rows={users}
      keyOf={({ id }) => id}
      empty={<EmptyState title={copy.empty} detail={copy.emptyDetail} />}
    />
  );
}
