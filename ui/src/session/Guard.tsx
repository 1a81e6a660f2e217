import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { pathTo } from "../paths";
import { type SessionEnd, useSession } from "./store";

/** Shows its children with a session; without one it redirects to the page that says why. */
export function Guard({ children }: { children: ReactNode }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  switch (session.status) {
    case "signedIn":
      return children;
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
