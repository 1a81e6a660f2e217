import { figureModules } from "../../generated/figureModules";
import type { ModuleCode, SessionUser } from "../../generated/wire";
import { type GuardedRoute, type PageRoute, pageOf, screens } from "../pages";
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

/** Whether a page is open to a user. An explanation is open where its figure is, too. */
export function mayOpen(user: SessionUser | null, route: PageRoute): boolean {
  const { modules, opensTo } = pageOf(route);
  if (opensTo) return user !== null && opensTo(user);
  return modules.length === 0 || modules.some((module) => maySee(user, module));
}

/** The first dashboard that is open to a user, in the order of the menu; null where none is. */
export function firstOpen(user: SessionUser | null): GuardedRoute | null {
  const screen = screens.find(({ route, modules }) => modules.length > 0 && mayOpen(user, route));
  return screen?.route ?? null;
}

/** A function that tells whether a page is open to the session's user. */
export function useMayOpen(): (route: PageRoute) => boolean {
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
