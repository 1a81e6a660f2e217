import type { ModuleCode } from "../../api/generated/wire";
import type { Choice } from "./CheckList";

/** The name of each module, and what it opens. */
const MODULES: Readonly<Record<ModuleCode, { readonly title: string; readonly detail?: string }>> = {
  ADMIN: {
    title: "Administration",
    detail: "Users, roles, backups, audit, settings. Includes Data.",
  },
  DATA: { title: "Data", detail: "Loads, mappings, what is loaded, the erasure of members." },
  MONITOR: { title: "Program Monitor", detail: "The indicators, the trends and the BOND Score." },
  MEMBERS: { title: "Members Dashboard" },
  EMAILS: { title: "Emails Dashboard", detail: "With its screens and schedule." },
  WEBSITE: { title: "Website Dashboard" },
  OFFERS: { title: "Offers Dashboard" },
  CONTENT: { title: "Content Dashboard" },
  INSIGHTS: { title: "Insights", detail: "What moved, what is unusual, cohorts, what ends soon." },
  RECOMMENDATIONS: {
    title: "Recommendations",
    detail: "What a score would take, who is close. With changes: plans for others, too.",
  },
  EXPORT: { title: "Export", detail: "Files of what is shown." },
  PEOPLE: { title: "People", detail: "Lists of member ids." },
};

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
