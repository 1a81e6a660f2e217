import type { SessionUser } from "../api/generated/wire";

const permissionsOn = (user: SessionUser | null, module: string) =>
  (user?.roleList ?? [])
    .flatMap(({ permissions }) => permissions)
    // A permission for ADMIN includes DATA.
    .filter(({ module: { code } }) => code === module || (module === "DATA" && code === "ADMIN"));

/** Whether a user may see what belongs to a module. */
export function maySee(user: SessionUser | null, module: string): boolean {
  return permissionsOn(user, module).length > 0;
}

/** Whether a user may change what belongs to a module. */
export function mayChange(user: SessionUser | null, module: string): boolean {
  return permissionsOn(user, module).some(({ editable }) => editable);
}
