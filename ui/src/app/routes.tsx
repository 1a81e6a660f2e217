import { type ReactNode, Suspense, useEffect } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router-dom";
import { errors, shell } from "#texts/page";
import { afterSignIn, EXPLAIN, type PublicRoute, pathTo, type RouteId, routeOf, titles } from "../api/paths";
import { useProgram } from "../api/query";
import { firstView, useSession } from "../api/session";
import { ToastHost } from "../kit";
import { DiscardQuestion } from "../kit/DiscardQuestion";
import { Guard } from "./Guard";
import { guardedPages, MissingPage, NotFoundPage, publicPages } from "./pages";
import { Reconnecting } from "./Reconnecting";
import { Overlay, Shell } from "./shell";

/** The rest of the path of the pages that have one. */
const REST: Readonly<Partial<Record<RouteId, string>>> = { [EXPLAIN]: "/:figure" };

// The router compiles all its routes at each navigation, 2 ms for these (docs/performance.md): it gets only that of the path.
const byRoute: ReadonlyMap<RouteId, ReactNode> = new Map([
  ...Object.entries(publicPages).map(([name, { title, element }]): [RouteId, ReactNode] => {
    const route = name as PublicRoute;
    return [
      route,
      <Route key={name} path={pathTo(route)} element={<Titled title={title}>{element}</Titled>} />,
    ];
  }),
  ...guardedPages.map(([route, element]): [RouteId, ReactNode] => [
    route,
    <Route key={route} element={<Guarded />}>
      <Route
        path={pathTo(route) + (REST[route] ?? "")}
        element={<OfProgram title={titles[route]}>{element}</OfProgram>}
      />
    </Route>,
  ]),
]);

/** The page of the address. */
export function AppRoutes() {
  const { pathname } = useLocation();
  const route = routeOf(pathname);
  const isSignedIn = useSession(({ status }) => status === "signedIn");
  return (
    <>
      <Suspense>
        <Routes>
          {route && byRoute.get(route)}
          <Route path="/" element={<Entrance />} />
          <Route element={isSignedIn ? <Guarded /> : undefined}>
            <Route
              path="*"
              element={
                <Titled title={errors.notFoundTitle}>{isSignedIn ? <Missing /> : <NotFoundPage />}</Titled>
              }
            />
          </Route>
        </Routes>
      </Suspense>
      <Overlay />
      <Reconnecting />
      <DiscardQuestion />
      <ToastHost />
    </>
  );
}

function Missing() {
  return (
    <Suspense>
      <MissingPage />
    </Suspense>
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

/**
 * A screen: its title names the program too, to distinguish the browser tabs of two programs. It waits for the program,
 * which says what figures are compared with at first: else they would be asked for twice.
 */
function OfProgram({ title, children }: TitledProps) {
  const { data, isLoading, failureCount } = useProgram();
  if (isLoading && failureCount === 0) return null;
  return <Titled title={data ? `${title} – ${data.name}` : title}>{children}</Titled>;
}
