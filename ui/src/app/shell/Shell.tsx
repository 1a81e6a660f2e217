import { Suspense, useEffect, useRef } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { shell } from "#texts/page";
import { useIsBlocked } from "../../api/blocking";
import { titleOf } from "../../api/pages";
import { routeOf } from "../../api/paths";
import { useFirstWeekday, useNews } from "../../api/query";
import { useMaySee } from "../../api/session";
import { stopAsking, useAsked } from "../../figures/exports/handoff";
import { ScorePanel } from "../../figures/score/ScorePanel";
import { setPanel } from "../../figures/score/scoreLayers";
import { CrashBoundary } from "../../kit/CrashBoundary";
import { FirstWeekday } from "../../kit/firstWeekday";
import { lazyComponent, useLoaded } from "../../kit/lazy";
import { useNarrow } from "../../kit/useNarrow";
import { useFollowed } from "../../pages/start/follow";
import { Header } from "./Header";
import classes from "./Shell.module.css";
import { MobileMenu, Sidebar } from "./Sidebar";
import { setMenu } from "./useMenu";
import { useFollowedPreferences } from "./usePreferences";

// The first screen does not need it to be drawn.
const Keyboard = lazyComponent(() => import("../keyboard"));
const AskedForm = lazyComponent(() => import("../../pages/asked"));
const LoadEnds = lazyComponent(() => import("../../pages/start/LoadEnds"));

/** The frame of every guarded screen. */
export function Shell() {
  const narrow = useNarrow();
  const hasScore = useMaySee("MONITOR");
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  useArrival(pathname, main);
  useFollowedPreferences();
  useNews();
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#main">
        {shell.skipLink}
      </a>
      {narrow ? <MobileMenu /> : <Sidebar />}
      {hasScore && <ScorePanel />}
      <div className={classes.column}>
        <Header title={titleOf(routeOf(pathname) ?? "")} />
        <Main ref={main}>
          <FirstWeekday value={useFirstWeekday()}>
            <CrashBoundary of={pathname}>
              <Outlet />
            </CrashBoundary>
          </FirstWeekday>
        </Main>
      </div>
      <Keys />
      <Forms />
      <Loads />
    </div>
  );
}

/** The form that a screen asked for, if any did. */
function Forms() {
  return (
    useAsked(({ asked }) => asked !== null) && (
      <Suspense>
        <AskedForm />
      </Suspense>
    )
  );
}

/** Tells how the loads end that were begun here, if any were. */
function Loads() {
  return (
    useFollowed(({ ids }) => ids.length > 0) && (
      <Suspense>
        <LoadEnds />
      </Suspense>
    )
  );
}

/** Shortcuts and search, once they are loaded; the page works without them. */
function Keys() {
  return (
    useLoaded(Keyboard) && (
      <Suspense>
        <Keyboard />
      </Suspense>
    )
  );
}

type MainProps = { readonly ref: React.Ref<HTMLElement>; readonly children: React.ReactNode };

/** The screen. It says at once that figures are loaded; the overlay waits, so that it does not flash for fast answers. */
function Main({ ref, children }: MainProps) {
  const isBusy = useIsBlocked();
  return (
    <main id="main" ref={ref} tabIndex={-1} className={classes.main} aria-busy={isBusy}>
      {children}
    </main>
  );
}

function closeLayers(): void {
  setMenu(false);
  setPanel(false);
  stopAsking();
}

/** When another screen opens: scrolls to its top, closes the layers, and moves the focus there. */
function useArrival(pathname: string, main: React.RefObject<HTMLElement | null>): void {
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    closeLayers();
    scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
  // The next session starts with all layers closed.
  useEffect(() => closeLayers, []);
}
