import { type ReactNode, useEffect } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { pathTo } from "../api/paths";
import { chooseLanguage, mustSwitchTo } from "../api/session/language";
import { type SessionEnd, useSession } from "../api/session/store";

/** Shows its children with a session; without one it redirects to the page that says why. */
export function Guard({ children }: { children: ReactNode }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  const language = session.user?.preferences.language;
  const isSwitching = mustSwitchTo(language);
  useEffect(() => {
    if (isSwitching) chooseLanguage(language);
  }, [isSwitching, language]);
  switch (session.status) {
    case "signedIn":
      // The page is about to be loaded in the user's language.
      return isSwitching ? null : children;
    case "checking":
      // No overlay: the answer comes within a moment.
      return null;
    case "signedOut":
      return <Navigate to={exitOf(session.end, pathname + search)} replace />;
  }
}

function exitOf(end: SessionEnd, here: string): string {
  if (end === "left") return pathTo("sign-out");
  const back = new URLSearchParams({ returnUrl: here });
  return pathTo(end === "expired" ? "expired" : "error401", back);
}
