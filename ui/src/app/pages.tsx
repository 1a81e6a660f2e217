import { type ReactNode, Suspense } from "react";
import { session } from "#texts/page";
import { type AdminRoute, adminPages, type GuardedRoute, type PageRoute, screens } from "../api/pages";
import type { PublicRoute } from "../api/paths";
import { type LazyComponent, lazyComponent } from "../kit/lazy";
import { screenOf } from "../pages/dashboards";
import { Permitted } from "../pages/dashboards/Permitted";

// Lazy: a user with a session sees none of these.
const LoginPage = lazyComponent(() => import("../pages/session/LoginPage"));
const FirstVisit = lazyComponent(() => import("../pages/session/FirstVisit"));
const SetUpPage = lazyComponent(() => import("../pages/session/SetUpPage"));
const ChoosePasswordPage = lazyComponent(() => import("../pages/session/ChoosePasswordPage"));
const OpenedPage = lazyComponent(() => import("../pages/session/OpenedPage"));
const SsoPage = lazyComponent(() => import("../pages/session/SsoPage"));
const OidcPage = lazyComponent(() => import("../pages/session/OidcPage"));
const messagePage = (name: "SignedOutPage" | "Error401Page" | "ExpiredPage" | "NotFoundPage") =>
  lazyComponent(async () => ({ default: (await import("../pages/session/MessagePages"))[name] }));
const SignedOutPage = messagePage("SignedOutPage");
const Error401Page = messagePage("Error401Page");
const ExpiredPage = messagePage("ExpiredPage");
/** In the place of an address that the page does not have. */
export const NotFoundPage = messagePage("NotFoundPage");
/** The same with a session. */
export const MissingPage = lazyComponent(() => import("../pages/dashboards/MissingPage"));

const AdminArea = lazyComponent(() => import("../pages/admin"));
const AccountPage = lazyComponent(() => import("../pages/account"));
const ReportsPage = lazyComponent(() => import("../pages/reports"));
const LinksPage = lazyComponent(() => import("../pages/links"));
const CheckPage = lazyComponent(() => import("../pages/check"));
const ExplainPage = lazyComponent(() => import("../pages/explain/ExplainPage"));

/** A page with its title. */
type PageElement = { readonly title: string; readonly element: ReactNode };

/** The pages anyone may open. */
export const publicPages: Readonly<Record<PublicRoute, PageElement>> = {
  login: {
    title: session.loginPage,
    element: (
      <FirstVisit>
        <LoginPage />
      </FirstVisit>
    ),
  },
  "set-up": { title: session.setUpTitle, element: <SetUpPage /> },
  "choose-password": { title: session.choosePasswordTitle, element: <ChoosePasswordPage /> },
  opened: { title: session.setUpTitle, element: <OpenedPage /> },
  sso: { title: session.ssoTitle, element: <SsoPage /> },
  oidc: { title: session.ssoTitle, element: <OidcPage /> },
  "sign-out": { title: session.signedOutTitle, element: <SignedOutPage /> },
  error401: { title: session.signedOutTitle, element: <Error401Page /> },
  expired: { title: session.expiredTitle, element: <ExpiredPage /> },
};

/** The pages beside the screens and the administration. */
const ownPages = {
  account: AccountPage,
  reports: ReportsPage,
  links: LinksPage,
  check: CheckPage,
  explain: ExplainPage,
} as const satisfies Readonly<
  Record<Exclude<PageRoute, GuardedRoute | AdminRoute | "admin">, LazyComponent<object>>
>;

/** It says itself that a page is not open. */
const adminArea = (route: AdminRoute | null) => (
  <Suspense>
    <AdminArea route={route} />
  </Suspense>
);

// The key draws each anew: otherwise what a reader chose on one screen would hold on the next.
const permitted = (route: PageRoute, page: ReactNode) => (
  <Permitted key={route} route={route}>
    {page}
  </Permitted>
);

/** What each page behind the guard draws. */
export const guardedPages: readonly (readonly [route: PageRoute, element: ReactNode])[] = [
  ...screens.map(({ route }) => [route, permitted(route, screenOf(route))] as const),
  ...Object.entries(ownPages).map(([name, Page]) => {
    const route = name as keyof typeof ownPages;
    // The key is the same, so that one of them stays until the next is loaded.
    const element = (
      <Permitted key="own" route={route}>
        <Suspense>
          <Page />
        </Suspense>
      </Permitted>
    );
    return [route, element] as const;
  }),
  ["admin", adminArea(null)],
  ...adminPages.map(({ route }) => [route, adminArea(route)] as const),
];
