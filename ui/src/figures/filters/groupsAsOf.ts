import type { GroupsAsOf, ProgramInfo } from "../../generated/wire";
import type { Filters } from "./model";

/** The groups that can count, in the order of the choice. */
export const GROUPS_AS_OF = ["NOW", "WINDOW"] as const satisfies readonly GroupsAsOf[];

/** What a program says of the groups of its members. */
type OfProgram = Pick<ProgramInfo, "groupsAsOf" | "groupsHistorySince">;

/** The groups that count where nothing is chosen; null where nobody has moved, so that it makes no difference. */
export function defaultGroups(program: OfProgram): GroupsAsOf | null {
  return program.groupsHistorySince ? program.groupsAsOf : null;
}

/**
 * The groups that a filter names; null where they are the program's, or make no difference.
 *
 * @param program undefined until it is known
 */
export function readGroupsAsOf(value: unknown, program: OfProgram | undefined): GroupsAsOf | null {
  const named = GROUPS_AS_OF.find((one) => one === value) ?? null;
  if (!program) return named;
  const byDefault = defaultGroups(program);
  return byDefault === null || named === byDefault ? null : named;
}

/** The filters with other groups that count. */
export function withGroupsAsOf(filters: Filters, chosen: GroupsAsOf, program: OfProgram): Filters {
  return { ...filters, groupsAsOf: readGroupsAsOf(chosen, program) };
}
