import { parts } from "#texts/admin";
import { roles as copy } from "#texts/roles";
import type { GroupType, ModuleCode, RoleRights, UserGroup } from "../../../generated/wire";
import { Button, Dialog } from "../../../kit";
import { Checkbox } from "../../../kit/Checkbox";
import type { FormFault } from "../../../kit/formFault";
import { CheckList } from "../../../kit/parts/CheckList";
import { Field } from "../../../kit/parts/Field";
import { FormDialog } from "../../../kit/parts/FormDialog";
import { CHANGEABLE, MODULE_CHOICES } from "../../../kit/parts/modules";
import { Quiet, Section, Sections } from "../../../kit/parts/Section";
import { useForm } from "../../../kit/useForm";
import { useAdminCall } from "../useAdmin";
import {
  EMPTY,
  GROUPINGS,
  groupChoices,
  idsOf,
  isAdministration,
  type RoleDraft,
  roleTitle,
  withIds,
  withModules,
} from "./roles";

/** A role that a dialog shows, and what for. */
export type Shown = {
  readonly as: "new" | "change" | "show";
  readonly role: RoleDraft;
  readonly builtIn: boolean;
};

type RoleDialogProps = {
  readonly shown: Shown | null;
  /** Every group that a role can be limited to. */
  readonly groups: readonly UserGroup[];
  readonly onClose: () => void;
};

/** A role: makes one, changes it, or only shows it. */
export function RoleDialog({ shown, groups, onClose }: RoleDialogProps) {
  const change = useAdminCall();
  const isOpen = shown !== null;
  const isNew = shown?.as === "new";
  const form = useForm<RoleDraft>({
    from: shown?.role ?? EMPTY,
    open: isOpen,
    // A role of the list has more than what is saved.
    save: ({ name, permissions, groups: limits, withoutMembers }, password) => {
      const rights: RoleRights = { permissions, groups: limits, withoutMembers, password };
      return isNew
        ? change("POST", "roles", { name: name.trim(), ...rights })
        : change("PUT", `roles/${name}`, rights);
    },
    saved: ({ name }) => `${copy.saved(name.trim())} ${copy.savedDetail}`,
  });
  const draft = form.values;

  return (
    <>
      <FormDialog
        form={form}
        open={isOpen && shown.as !== "show"}
        onClose={onClose}
        title={isNew ? copy.newRole : roleTitle(draft.name)}
        action={copy.save}
        asksPassword
      >
        {isNew && <Field label={copy.name} hint={copy.nameHint} {...form.field("name")} maxLength={64} />}
        <RoleFields draft={draft} fault={form.fault} groups={groups} onChange={form.set} />
      </FormDialog>
      <Dialog
        open={isOpen && shown.as === "show"}
        onClose={onClose}
        title={roleTitle(draft.name)}
        footer={<Button onClick={onClose}>{parts.close}</Button>}
      >
        <Sections>
          {shown?.builtIn && <Quiet>{copy.builtInDetail}</Quiet>}
          <RoleFields draft={draft} groups={groups} />
        </Sections>
      </Dialog>
    </>
  );
}

type RoleFieldsProps = {
  readonly draft: RoleDraft;
  readonly groups: readonly UserGroup[];
  /** What is wrong with it, and what changes it. Left out where the role is only shown. */
  readonly fault?: FormFault;
  readonly onChange?: (part: Partial<RoleDraft>) => void;
};

function RoleFields({ draft, fault, groups, onChange }: RoleFieldsProps) {
  const { permissions } = draft;
  const disabled = onChange === undefined;
  const set = (part: Partial<RoleDraft>) => onChange?.(part);
  const mayChange = (code: ModuleCode) =>
    permissions.some(({ module, editable }) => module.code === code && editable);
  const setMayChange = (code: ModuleCode, editable: boolean) =>
    set({ permissions: permissions.map((one) => (one.module.code === code ? { ...one, editable } : one)) });
  return (
    <>
      <CheckList
        label={copy.modules}
        name="permissions"
        error={fault?.at.permissions ?? null}
        choices={MODULE_CHOICES}
        value={permissions.map(({ module }) => module.code)}
        onChange={(codes) => set({ permissions: withModules(permissions, codes) })}
        disabled={disabled}
        beside={(code) =>
          CHANGEABLE.includes(code) && (
            <Checkbox
              label={copy.mayChange}
              checked={mayChange(code)}
              disabled={disabled}
              onChange={(editable) => setMayChange(code, editable)}
            />
          )
        }
      />
      <Limits draft={draft} groups={groups} disabled={disabled} onChange={set} />
    </>
  );
}

type LimitsProps = {
  readonly draft: RoleDraft;
  readonly groups: readonly UserGroup[];
  readonly disabled: boolean;
  readonly onChange: (part: Partial<RoleDraft>) => void;
};

function Limits({ draft, groups, disabled, onChange }: LimitsProps) {
  const limits = draft.groups;
  const isClosed = isAdministration(draft.permissions);
  const choicesOf = (grouping: GroupType) => groupChoices(grouping, groups, idsOf(limits, grouping));
  const lists = GROUPINGS.filter((grouping) => choicesOf(grouping).length > 0);
  return (
    <Section title={copy.groupsTitle}>
      <Quiet>{isClosed ? copy.groupsClosed : copy.groupsDetail}</Quiet>
      {lists.length === 0 && <Quiet>{copy.noGroups}</Quiet>}
      {/* What was chosen before stays changeable: it has to be taken back. */}
      {(!isClosed || limits.length > 0) &&
        lists.map((grouping) => (
          <CheckList
            key={grouping}
            label={copy.groupings[grouping]}
            choices={choicesOf(grouping)}
            value={idsOf(limits, grouping)}
            onChange={(ids) => onChange({ groups: withIds(limits, grouping, ids) })}
            disabled={disabled}
          />
        ))}
      {limits.length > 0 && (
        <Checkbox
          label={copy.withoutMembers}
          checked={draft.withoutMembers}
          disabled={disabled}
          onChange={(withoutMembers) => onChange({ withoutMembers })}
        />
      )}
    </Section>
  );
}
