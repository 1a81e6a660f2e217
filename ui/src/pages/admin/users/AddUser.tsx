import { users as copy } from "#texts/users";
import type { UserToAdd } from "../../../generated/wire";
import { CheckList } from "../../../kit/parts/CheckList";
import { ConfirmDialog } from "../../../kit/parts/ConfirmDialog";
import { Field } from "../../../kit/parts/Field";
import { useDialogDraft } from "../../../kit/parts/useDialogDraft";
import { useAdminCall } from "../useAdmin";
import type { Link } from "./LinkDialog";

/** The longest login and first name, in characters. */
export const LONGEST = { login: 320, firstName: 100 } as const;

const NOBODY: Omit<UserToAdd, "password"> = { login: "", firstName: "", roles: [] };

type AddUserProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The names of all roles. */
  readonly roles: readonly string[];
  /** Takes the link by which the user chooses a password. */
  readonly onLink: (link: Link) => void;
};

/** Adds a user, who then chooses a password by a link. */
export function AddUser({ open, onClose, roles, onLink }: AddUserProps) {
  const change = useAdminCall();
  const [draft, setDraft] = useDialogDraft(open, NOBODY);
  const set = (part: Partial<typeof NOBODY>) => setDraft({ ...draft, ...part });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={copy.add}
      size="md"
      action={copy.addAction}
      asksPassword
      onConfirm={async (password) => {
        const body: UserToAdd = { ...draft, password };
        const added = await change("POST", "users", body);
        onLink({ login: added.user.login, link: added.link });
      }}
    >
      <p>{copy.addDetail}</p>
      <Field
        label={copy.login}
        hint={copy.loginHint}
        value={draft.login}
        onChange={(login) => set({ login })}
        maxLength={LONGEST.login}
      />
      <Field
        label={copy.firstName}
        value={draft.firstName}
        onChange={(firstName) => set({ firstName })}
        maxLength={LONGEST.firstName}
      />
      <RolesChoice roles={roles} chosen={draft.roles} onChange={(next) => set({ roles: [...next] })} />
    </ConfirmDialog>
  );
}

type RolesChoiceProps = {
  readonly roles: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
};

/** The roles of a user. */
export function RolesChoice({ roles, chosen, onChange }: RolesChoiceProps) {
  return (
    <CheckList
      label={copy.roles}
      hint={copy.rolesDetail}
      choices={roles.map((name) => ({ value: name, title: name }))}
      chosen={chosen}
      onChange={onChange}
    />
  );
}
