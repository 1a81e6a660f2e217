import { type ReactNode, Suspense } from "react";
import { Navigate, NavLink } from "react-router-dom";
import { parts as copy } from "#texts/admin";
import { type AdminName, adminPages } from "../../api/adminTree";
import { pathTo } from "../../api/paths";
import { mayChange, maySee, useSession } from "../../api/session";
import { Skeleton } from "../../kit";
import { EmptyState } from "../../kit/EmptyState";
import { latePart } from "../../kit/late";
import { PageHeader } from "../dashboards/PageHeader";
import css from "./Admin.module.css";
import { AuditPage } from "./AuditPage";
import { BackupsPage } from "./BackupsPage";
import { DataPage } from "./data/DataPage";
import { RolesPage } from "./roles/RolesPage";
import { SettingsPage } from "./SettingsPage";
import { SystemPage } from "./SystemPage";
import { UsersPage } from "./users/UsersPage";

type PageProps = { readonly mayChange: boolean };

// Its chart and sliders are no part of the other pages.
const Method = latePart(() => import("./method/MethodPage"));

function MethodPage(props: PageProps) {
  return (
    <Suspense fallback={<Skeleton height={160} />}>
      <Method {...props} />
    </Suspense>
  );
}

const PAGES: Readonly<Record<AdminName, (props: PageProps) => ReactNode>> = {
  users: UsersPage,
  roles: RolesPage,
  data: DataPage,
  backups: BackupsPage,
  audit: AuditPage,
  settings: SettingsPage,
  "score-method": MethodPage,
  system: SystemPage,
};

/** Scrolls to the tab of the page where not all tabs fit. */
const showTab = (tab: HTMLElement | null) => tab?.scrollIntoView({ block: "nearest", inline: "nearest" });

/** The administration: its navigation and one of its pages. @param name null leads to the first page */
export default function AdminArea({ name }: { readonly name: AdminName | null }) {
  const user = useSession((session) => session.user);
  const allowed = adminPages.filter(({ module }) => maySee(user, module));
  const page = adminPages.find((one) => one.name === name);
  if (!page) {
    const [first] = allowed;
    return first ? <Navigate to={pathTo(first.route)} replace /> : <Forbidden />;
  }
  if (!allowed.includes(page)) return <Forbidden />;
  const Page = PAGES[page.name];
  const isEditable = mayChange(user, page.module);
  return (
    <div className={css.page}>
      <PageHeader title={page.title} />
      {allowed.length > 1 && (
        <nav className={css.tabs} aria-label={copy.navigation}>
          <ul>
            {allowed.map(({ route, title }) => (
              <li key={route} ref={route === page.route ? showTab : undefined}>
                <NavLink to={pathTo(route)} className={css.tab ?? ""}>
                  {title}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {!isEditable && <p className={css.readOnly}>{copy.readOnly}</p>}
      <Page key={page.name} mayChange={isEditable} />
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
