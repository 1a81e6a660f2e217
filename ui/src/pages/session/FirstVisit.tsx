import { type ReactNode, useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { call } from "../../api/client";
import { pathTo } from "../../api/paths";

/** The sign-in page; leads to the set-up page while the install has no user. */
export default function FirstVisit({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  useEffect(() => {
    const asked = new AbortController();
    call("GET", "api/auth/setup", undefined, { signal: asked.signal })
      .then(({ needed }) => needed && navigate(pathTo("set-up"), { replace: true }))
      // Whatever is wrong, signing in says it better.
      .catch(() => undefined);
    return () => asked.abort();
  }, [navigate]);
  return children;
}
