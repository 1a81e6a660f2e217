import { roles as copy } from "#texts/roles";
import { isKeyOf } from "../../../api/isKeyOf";
import type {
  GroupLimit,
  GroupType,
  ModuleCode,
  NewRole,
  Permission,
  RoleDetails,
  UserGroup,
} from "../../../generated/wire";
import type { Choice } from "../../../kit/parts/CheckList";
import { ADMINISTRATION, CHANGEABLE, MODULE_CHOICES, moduleTitle } from "../../../kit/parts/modules";

/** What a role is called: those that are always there have names, others are called as they are. */
export const roleTitle = (name: string): string => (isKeyOf(copy.names, name) ? copy.names[name] : name);

/** The code of a role with another name, for its detail. */
export const roleCode = (name: string): string | undefined => (isKeyOf(copy.names, name) ? name : undefined);

/** A role that is being written. */
export type RoleDraft = Omit<NewRole, "password">;

/** What a new role begins with. */
export const EMPTY: RoleDraft = { name: "", permissions: [], groups: [], withoutMembers: false };

/** The lists of groups that a role may be limited to. */
export const GROUPINGS = Object.keys(copy.groupings) as readonly GroupType[];

/** Few missing modules are named instead of many present ones. */
const FEW = 3;

/** The modules of a role, as a text. */
export function modulesText({ permissions }: Pick<RoleDetails, "permissions">): string {
  const codes: readonly ModuleCode[] = permissions.map(({ module }) => module.code);
  const missing = MODULE_CHOICES.filter(({ value }) => !codes.includes(value));
  if (missing.length === 0) return copy.all;
  if (missing.length <= FEW) return copy.allBut(missing.map(({ title }) => title).join(", "));
  return MODULE_CHOICES.filter(({ value }) => codes.includes(value))
    .map(({ value }) => {
      const permission = permissions.find(({ module }) => module.code === value);
      const isChange = permission?.editable === true && CHANGEABLE.includes(value);
      return isChange ? copy.andChanges(moduleTitle(value)) : moduleTitle(value);
    })
    .join(", ");
}

/** The groups of one grouping, with those of a role that are not loaded (any more). */
export function groupChoices(
  grouping: GroupType,
  groups: readonly UserGroup[],
  ids: readonly number[],
): readonly Choice<number>[] {
  const known = groups.filter(({ type }) => type === grouping);
  const missing = ids.filter((id) => !known.some((group) => group.id === id));
  return [
    ...known.map(({ id, name }) => ({ value: id, title: name })),
    ...missing.map((id) => ({ value: id, title: copy.missing(id) })),
  ];
}

/** The members that a role shows, and whether it shows what has no members. */
export function membersText(
  { groups: limits, withoutMembers }: Pick<RoleDetails, "groups" | "withoutMembers">,
  groups: readonly UserGroup[],
): string {
  if (limits.length === 0) return copy.everybody;
  const texts = limits.map(({ type, ids }) => {
    const names = groupChoices(type, groups, ids).filter(({ value }) => ids.includes(value));
    return `${copy.groupings[type]}: ${names.map(({ title }) => title).join(", ")}`;
  });
  return [...texts, ...(withoutMembers ? [copy.alsoWithout] : [])].join("; ");
}

/** The groups of a role that are chosen of one grouping. */
export function idsOf(limits: readonly GroupLimit[], grouping: GroupType): readonly number[] {
  return limits.find(({ type }) => type === grouping)?.ids ?? [];
}

/** A role's limits with other groups of one grouping. */
export function withIds(
  limits: readonly GroupLimit[],
  grouping: GroupType,
  ids: readonly number[],
): GroupLimit[] {
  const others = limits.filter(({ type }) => type !== grouping);
  return ids.length === 0 ? others : [...others, { type: grouping, ids: [...ids] }];
}

/** A role's permissions with other modules. One that stays keeps whether it may be changed. */
export function withModules(permissions: readonly Permission[], codes: readonly ModuleCode[]): Permission[] {
  return codes.map(
    (code) => permissions.find(({ module }) => module.code === code) ?? { module: { code }, editable: false },
  );
}

/** Whether a role opens a module that cannot be limited to groups. */
export function isAdministration(permissions: readonly Permission[]): boolean {
  return permissions.some(({ module }) => ADMINISTRATION.includes(module.code));
}
