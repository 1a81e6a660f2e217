import { moduleTexts } from "#texts/modules";
import type { ModuleCode } from "../../generated/wire";
import type { Choice } from "./CheckList";

/** The name of each module, and what it opens. */
const MODULES: Readonly<Record<ModuleCode, { readonly title: string; readonly detail?: string }>> =
  moduleTexts;

/** The modules with something to change: the others only show figures. */
export const CHANGEABLE: readonly ModuleCode[] = ["ADMIN", "DATA", "RECOMMENDATIONS"];

/** The modules that administer a program, which every program uses. */
export const ADMINISTRATION: readonly ModuleCode[] = ["ADMIN", "DATA"];

/** Every module, in the order of lists. */
export const MODULE_CHOICES: readonly Choice<ModuleCode>[] = Object.entries(MODULES).map(([code, texts]) => ({
  value: code as ModuleCode,
  ...texts,
}));

/** The modules that a program may do without. */
export const OPTIONAL_MODULES: readonly Choice<ModuleCode>[] = MODULE_CHOICES.filter(
  ({ value }) => !ADMINISTRATION.includes(value),
);

/** The name of a module. Another release may know further ones. */
export function moduleTitle(code: string): string {
  return MODULES[code as ModuleCode]?.title ?? code;
}
