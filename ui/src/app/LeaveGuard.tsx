import { type ReactNode, useContext, useLayoutEffect, useMemo, useRef } from "react";
import { type Navigator, parsePath, UNSAFE_NavigationContext, useLocation } from "react-router-dom";
import { hasUnsaved, leave } from "../kit/unsaved";

/** The number that the router gives each entry of the history; undefined for an entry of something else. */
function placeInHistory(): number | undefined {
  const state: { readonly idx?: number } | null = window.history.state;
  return state?.idx;
}

/**
 * Asks before a page with changes that are not saved is left for another, by a link, a shortcut or the buttons of the
 * browser. Another address of the same page leaves nothing. The router's own way to do so, `useBlocker`, works only with
 * routes that load data.
 */
export function LeaveGuard({ children }: { readonly children: ReactNode }) {
  const context = useContext(UNSAFE_NavigationContext);
  const location = useLocation();
  const shown = useRef<{ readonly path: string; readonly place: number | undefined }>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the history is where the location says.
  useLayoutEffect(() => {
    shown.current = { path: window.location.pathname, place: placeInHistory() };
  }, [location]);

  useLayoutEffect(() => {
    let isReturning = false;
    function guard(event: PopStateEvent) {
      if (isReturning) {
        isReturning = false;
        event.stopImmediatePropagation();
        return;
      }
      const [from, to] = [shown.current, placeInHistory()];
      if (!from || from.place === undefined || to === undefined || to === from.place) return;
      if (from.path === window.location.pathname || !hasUnsaved()) return;
      // The browser has gone there already: it comes back, and the router hears of neither.
      const steps = to - from.place;
      event.stopImmediatePropagation();
      isReturning = true;
      window.history.go(-steps);
      leave(() => window.history.go(steps));
    }
    // Before the router, which listens without capture.
    window.addEventListener("popstate", guard, { capture: true });
    return () => window.removeEventListener("popstate", guard, { capture: true });
  }, []);

  const guarded = useMemo(() => {
    const { navigator } = context;
    const asking =
      (go: Navigator["push"]): Navigator["push"] =>
      (to, state, options) => {
        const { pathname } = typeof to === "string" ? parsePath(to) : to;
        const isLeft = pathname !== undefined && pathname !== window.location.pathname;
        if (isLeft) leave(() => go(to, state, options));
        else go(to, state, options);
      };
    return {
      ...context,
      navigator: { ...navigator, push: asking(navigator.push), replace: asking(navigator.replace) },
    };
  }, [context]);

  return <UNSAFE_NavigationContext.Provider value={guarded}>{children}</UNSAFE_NavigationContext.Provider>;
}
