import { users as copy } from "#texts/users";
import { CheckList } from "../../../kit/parts/CheckList";
import { Field } from "../../../kit/parts/Field";
import { FormDialog } from "../../../kit/parts/FormDialog";
import { type FieldOf, useForm } from "../../../kit/useForm";
import { roleCode, roleTitle } from "../roles/roles";
import { useAdminCall } from "../useAdmin";
import type { Link } from "./LinkDialog";

/** The longest login and first name, in characters. */
export const LONGEST = { login: 320, firstName: 100 } as const;

const NOBODY: { login: string; firstName: string; roles: readonly string[] } = {
  login: "",
  firstName: "",
  roles: [],
};

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
  const form = useForm({
    from: NOBODY,
    open,
    check: ({ login, firstName, roles: chosen }) => ({
      login: login.trim() === "" ? copy.missing.login : null,
      firstName: firstName.trim() === "" ? copy.missing.firstName : null,
      roles: chosen.length === 0 ? copy.missing.roles : null,
    }),
    save: async (user, password) => {
      const added = await change("POST", "users", { ...user, password });
      onLink({ login: added.user.login, link: added.link });
    },
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={copy.add}
      action={copy.addAction}
      asksPassword
    >
      <p>{copy.addDetail}</p>
      <Field label={copy.login} hint={copy.loginHint} {...form.field("login")} maxLength={LONGEST.login} />
      <Field label={copy.firstName} {...form.field("firstName")} maxLength={LONGEST.firstName} />
      <RolesChoice roles={roles} {...form.field("roles")} />
    </FormDialog>
  );
}

type RolesChoiceProps = FieldOf<readonly string[]> & { readonly roles: readonly string[] };

/** The roles of a user. */
export function RolesChoice({ roles, ...field }: RolesChoiceProps) {
  return (
    <CheckList
      {...field}
      label={copy.roles}
      hint={copy.rolesDetail}
      choices={roles.map((name) => ({ value: name, title: roleTitle(name), detail: roleCode(name) }))}
    />
  );
}
