import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { type GuardedRoute, HOME, pathTo } from "../paths";
import { firstOpen, mayOpen } from "../session/permissions";
import { useSession } from "../session/store";
import { ForbiddenPage } from "./ForbiddenPage";

type PermittedProps = { readonly route: GuardedRoute; readonly children: ReactNode };

/**
 * A screen, if the user's roles open it. The home screen leads to the first dashboard that is open; any other screen
 * says that it is not.
 */
export function Permitted({ route, children }: PermittedProps) {
  const user = useSession((session) => session.user);
  const { search } = useLocation();
  if (mayOpen(user, route)) return children;
  const instead = route === HOME ? firstOpen(user) : null;
  return instead ? <Navigate to={pathTo(instead, search)} replace /> : <ForbiddenPage route={route} />;
}
