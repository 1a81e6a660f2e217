import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { dashboardOf, type PageRoute, titles } from "../../api/pages";
import { HOME, pathTo } from "../../api/paths";
import { firstOpen, mayOpen } from "../../api/session/permissions";
import { useSession } from "../../api/session/store";
import { ForbiddenPage } from "./ForbiddenPage";

type PermittedProps = { readonly route: PageRoute; readonly children: ReactNode };

/**
 * A page, if it is open to the user. The home screen leads to the first dashboard that is; any other page says that it is
 * not.
 */
export function Permitted({ route, children }: PermittedProps) {
  const user = useSession((session) => session.user);
  const { search } = useLocation();
  if (mayOpen(user, route)) return children;
  const instead = route === HOME ? firstOpen(user) : null;
  return instead ? (
    <Navigate to={pathTo(instead, search)} replace />
  ) : (
    <ForbiddenPage title={titles[route]} of={dashboardOf(route)} />
  );
}
