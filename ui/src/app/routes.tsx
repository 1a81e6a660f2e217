import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router-dom";
import { errors, session, shell } from "#texts/page";
import { ADMIN, type AdminName, adminPages } from "../api/adminTree";
import {
  ACCOUNT,
  afterSignIn,
  EXPLAIN,
  LINKS,
  type PublicRoute,
  pathTo,
  REPORTS,
  type RouteId,
  routeOf,
  titles,
} from "../api/paths";
import { useProgram } from "../api/query";
import { firstView, useSession } from "../api/session";
import { ToastHost } from "../kit";
import { latePart } from "../kit/late";
import { screens } from "../pages/dashboards";
import { PermittedPage } from "../pages/dashboards/Permitted";
import { Guard } from "./Guard";
import { Reconnecting } from "./Reconnecting";
import { Overlay, Shell } from "./shell";

// Lazy: a user with a session sees none of these.
const LoginPage = lazy(() => import("../pages/session/LoginPage"));
const FirstVisit = lazy(() => import("../pages/session/FirstVisit"));
const SetUpPage = lazy(() => import("../pages/session/SetUpPage"));
const ChoosePasswordPage = lazy(() => import("../pages/session/ChoosePasswordPage"));
const SsoPage = lazy(() => import("../pages/session/SsoPage"));
const OidcPage = lazy(() => import("../pages/session/OidcPage"));
const messagePage = (name: "SignedOutPage" | "Error401Page" | "ExpiredPage" | "NotFoundPage") =>
  lazy(async () => ({ default: (await import("../pages/session/MessagePages"))[name] }));
const SignedOutPage = messagePage("SignedOutPage");
const Error401Page = messagePage("Error401Page");
const ExpiredPage = messagePage("ExpiredPage");
const NotFoundPage = messagePage("NotFoundPage");

const AdminArea = latePart(() => import("../pages/admin"));
const AccountPage = latePart(() => import("../pages/account"));
const ReportsPage = latePart(() => import("../pages/reports"));
const LinksPage = latePart(() => import("../pages/links"));
const ExplainPage = latePart(() => import("../pages/explain/ExplainPage"));

/** The pages anyone may open, with their titles. */
const publicPages: { route: PublicRoute; title: string; element: ReactNode }[] = [
  {
    route: "login",
    title: session.loginPage,
    element: (
      <FirstVisit>
        <LoginPage />
      </FirstVisit>
    ),
  },
  { route: "set-up", title: session.setUpTitle, element: <SetUpPage /> },
  { route: "choose-password", title: session.choosePasswordTitle, element: <ChoosePasswordPage /> },
  { route: "sso", title: session.ssoTitle, element: <SsoPage /> },
  { route: "oidc", title: session.ssoTitle, element: <OidcPage /> },
  { route: "sign-out", title: session.signedOutTitle, element: <SignedOutPage /> },
  { route: "error401", title: session.signedOutTitle, element: <Error401Page /> },
  { route: "expired", title: session.expiredTitle, element: <ExpiredPage /> },
];

const adminArea = (name: AdminName | null) => (
  <Suspense>
    <AdminArea name={name} />
  </Suspense>
);

/** The pages behind the guard, with their titles. */
const guardedPages: { route: RouteId; title: string; element: ReactNode }[] = [
  ...screens,
  { route: ADMIN, title: titles.admin, element: adminArea(null) },
  ...adminPages.map(({ route, title, name }) => ({ route, title, element: adminArea(name) })),
  ...(
    [
      [ACCOUNT, AccountPage],
      [REPORTS, ReportsPage],
      [LINKS, LinksPage],
      [EXPLAIN, ExplainPage],
    ] as const
  ).map(([route, Page]) => ({
    route,
    title: titles[route],
    element:
      route === REPORTS || route === LINKS ? (
        <PermittedPage page={route}>
          <Suspense>
            <Page />
          </Suspense>
        </PermittedPage>
      ) : (
        <Suspense>
          <Page />
        </Suspense>
      ),
  })),
];

/** The rest of the path of the pages that have one. */
const REST: Readonly<Partial<Record<RouteId, string>>> = { [EXPLAIN]: "/:figure" };

const byRoute: ReadonlyMap<RouteId, ReactNode> = new Map([
  ...publicPages.map(({ route, title, element }): [RouteId, ReactNode] => [
    route,
    <Route key={route} path={pathTo(route)} element={<Titled title={title}>{element}</Titled>} />,
  ]),
  ...guardedPages.map(({ route, title, element }): [RouteId, ReactNode] => [
    route,
    <Route key="guarded" element={<Guarded />}>
      <Route
        path={pathTo(route) + (REST[route] ?? "")}
        element={<OfProgram title={title}>{element}</OfProgram>}
      />
    </Route>,
  ]),
]);

/** The routing table: the public pages, and every declared screen behind the guard. */
export function AppRoutes() {
  const { pathname } = useLocation();
  const route = routeOf(pathname);
  return (
    <>
      <Suspense>
        <Routes>
          {/* Only the page of this path: the router compiles all its routes at each navigation. */}
          {route && byRoute.get(route)}
          <Route path="/" element={<Entrance />} />
          <Route
            path="*"
            element={
              <Titled title={errors.notFoundTitle}>
                <NotFoundPage />
              </Titled>
            }
          />
        </Routes>
      </Suspense>
      <Overlay />
      <Reconnecting />
      <ToastHost />
    </>
  );
}

function Guarded() {
  return (
    <Guard>
      <Shell />
    </Guard>
  );
}

/** The empty path: the first view or the home screen, or the sign-in page without a session. */
function Entrance() {
  const isNew = useSession((session) => session.status === "signedOut" && session.end === "none");
  return <Navigate to={isNew ? pathTo("login") : afterSignIn(null, firstView())} replace />;
}

type TitledProps = { title: string; children: ReactNode };

function Titled({ title, children }: TitledProps) {
  useEffect(() => {
    document.title = `${title} – ${shell.titleSuffix}`;
  }, [title]);
  return children;
}

/** A screen: its title names the program too, to distinguish the browser tabs of two programs. */
function OfProgram({ title, children }: TitledProps) {
  const program = useProgram().data?.name;
  return <Titled title={program ? `${title} – ${program}` : title}>{children}</Titled>;
}
