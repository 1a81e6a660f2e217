import { type ReactNode, Suspense } from "react";
import { Navigate, NavLink } from "react-router-dom";
import { parts as copy } from "#texts/admin";
import { type AdminRoute, adminPages, pageOf } from "../../api/pages";
import { pathTo } from "../../api/paths";
import { mayChange, useMayOpen, useSession } from "../../api/session";
import { Skeleton } from "../../kit";
import { EmptyState } from "../../kit/EmptyState";
import { lazyComponent } from "../../kit/lazy";
import { PageHeader } from "../dashboards/PageHeader";
import css from "./Admin.module.css";
import { AuditPage } from "./AuditPage";
import { BackupsPage } from "./BackupsPage";
import { DataPage } from "./data/DataPage";
import { RolesPage } from "./roles/RolesPage";
import { SystemPage } from "./SystemPage";
import { UsersPage } from "./users/UsersPage";

type PageProps = { readonly mayChange: boolean };

/** A page that is no part of the others: its code and its texts load when it is opened. */
function late(load: () => Promise<{ readonly default: (props: PageProps) => ReactNode }>) {
  const Page = lazyComponent(load);
  return function Late(props: PageProps) {
    return (
      <Suspense fallback={<Skeleton height={160} />}>
        <Page {...props} />
      </Suspense>
    );
  };
}

const PAGES: Readonly<Record<AdminRoute, (props: PageProps) => ReactNode>> = {
  "admin/users": UsersPage,
  "admin/roles": RolesPage,
  "admin/data": DataPage,
  "admin/backups": BackupsPage,
  "admin/audit": AuditPage,
  "admin/settings": late(() => import("./settings/SettingsPage")),
  "admin/server": late(() => import("./settings/ServerPage")),
  "admin/score-method": late(() => import("./method/MethodPage")),
  "admin/system": SystemPage,
};

/** Scrolls to the tab of the page where not all tabs fit: at an edge it would fade. */
const showTab = (tab: HTMLElement | null) => tab?.scrollIntoView({ block: "nearest", inline: "center" });

/** The administration: its navigation and one of its pages. @param route null leads to the first page */
export default function AdminArea({ route }: { readonly route: AdminRoute | null }) {
  const user = useSession((session) => session.user);
  const mayOpen = useMayOpen();
  const allowed = adminPages.filter((page) => mayOpen(page.route));
  if (!route) {
    const [first] = allowed;
    return first ? <Navigate to={pathTo(first.route)} replace /> : <Forbidden />;
  }
  if (!mayOpen(route)) return <Forbidden />;
  const Page = PAGES[route];
  const { title, modules } = pageOf(route);
  const isEditable = modules.some((module) => mayChange(user, module));
  return (
    <div className={css.page}>
      <PageHeader title={title} />
      {allowed.length > 1 && (
        <nav className={css.tabs} aria-label={copy.navigation}>
          <ul>
            {allowed.map((tab) => (
              <li key={tab.route} ref={tab.route === route ? showTab : undefined}>
                <NavLink to={pathTo(tab.route)} className={css.tab ?? ""}>
                  {tab.title}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {!isEditable && <p className={css.readOnly}>{copy.readOnly}</p>}
      <Page key={route} mayChange={isEditable} />
    </div>
  );
}

function Forbidden() {
  return (
    <div className={css.page}>
      <PageHeader title={copy.forbiddenTitle} />
      <EmptyState title={copy.forbiddenTitle} detail={copy.forbidden} />
    </div>
  );
}
