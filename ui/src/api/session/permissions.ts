import { figureModules } from "../../generated/figureModules";
import type { ModuleCode, SessionUser } from "../../generated/wire";
import { ACCOUNT, LINKS, REPORTS } from "../paths";
import { type GuardedRoute, moduleOfRoute, treeScreens } from "../screenTree";
import { useSession } from "./store";

/** Whether a module is open to a user. */
export function maySee(user: SessionUser | null, module: ModuleCode): boolean {
  return user?.modules.includes(module) ?? false;
}

/** Whether a user may change what belongs to a module; the permission to administer includes the data. */
export function mayChange(user: SessionUser | null, module: ModuleCode): boolean {
  const codes: readonly ModuleCode[] = module === "DATA" ? ["DATA", "ADMIN"] : [module];
  return (user?.roleList ?? [])
    .flatMap(({ permissions }) => permissions)
    .some((permission) => permission.editable && codes.includes(permission.module.code));
}

/** Whether a screen is open to a user: that of an open module, or one that belongs to none. */
export function mayOpen(user: SessionUser | null, route: GuardedRoute): boolean {
  // It belongs to no member: a role that is limited to some members opens the dashboard, and not always this.
  if (route === "emails-dashboard/schedule") return user?.schedule ?? false;
  const module = moduleOfRoute(route);
  return module === null || maySee(user, module);
}

/** The modules of which one opens a page beside the screens; none where it is open to everybody. */
const PAGES = {
  [ACCOUNT]: [],
  [REPORTS]: ["EXPORT"],
  [LINKS]: ["EXPORT", "ADMIN"],
} as const satisfies Record<string, readonly ModuleCode[]>;

/** Whether a page beside the screens is open to a user. */
export function mayOpenPage(user: SessionUser | null, page: keyof typeof PAGES): boolean {
  const modules = PAGES[page];
  return modules.length === 0 || modules.some((module) => maySee(user, module));
}

/** The first dashboard that is open to a user, in the order of the menu; null where none is. */
export function firstOpen(user: SessionUser | null): GuardedRoute | null {
  const screen = treeScreens.find(({ route }) => moduleOfRoute(route) !== null && mayOpen(user, route));
  return screen?.route ?? null;
}

/** Says of each screen whether it is open to the session's user. */
export function useMayOpen(): (route: GuardedRoute) => boolean {
  const user = useSession((session) => session.user);
  return (route) => mayOpen(user, route);
}

/** Whether a module is open to the session's user. */
export function useMaySee(module: ModuleCode): boolean {
  return useSession(({ user }) => maySee(user, module));
}

/** The module whose permission shows a figure; the score is the Program Monitor's. */
export function moduleOfFigure(figure: string): ModuleCode {
  return figureModules[figure] ?? "MONITOR";
}

/** Whether the explanation of a figure is open to the session's user. */
export function useMayExplain(figure: string): boolean {
  return useMaySee(moduleOfFigure(figure));
}
