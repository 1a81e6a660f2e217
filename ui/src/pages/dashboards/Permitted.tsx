import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { type GuardedRoute, HOME, type LINKS, pathTo, type REPORTS, titles } from "../../api/paths";
import { dashboardTitleOf, moduleOfRoute } from "../../api/screenTree";
import { firstOpen, mayOpen, mayOpenPage } from "../../api/session/permissions";
import { useSession } from "../../api/session/store";
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
  return instead ? (
    <Navigate to={pathTo(instead, search)} replace />
  ) : (
    <ForbiddenPage
      title={titles[route]}
      of={{ module: moduleOfRoute(route), dashboard: dashboardTitleOf(route) }}
    />
  );
}

type PermittedPageProps = { readonly page: typeof REPORTS | typeof LINKS; readonly children: ReactNode };

/** A page beside the screens, if the user's roles open it. */
export function PermittedPage({ page, children }: PermittedPageProps) {
  const user = useSession((session) => session.user);
  return mayOpenPage(user, page) ? children : <ForbiddenPage title={titles[page]} />;
}
