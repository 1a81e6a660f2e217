import { useEffect, useState } from "react";
import { call } from "../../api/client";
import { passwordFault } from "../../api/session/newPassword";
import { useSettled } from "../../kit/useSettled";

/**
 * What the server finds wrong with a new password once it is typed, such as that it is guessed first; null while nothing
 * is known to be. What the page itself finds wrong is not asked about.
 */
export function useNewPassword(password: string, login: string): string | null {
  const settled = useSettled(password, 400);
  const [found, setFound] = useState<{ readonly of: string; readonly fault: string | null } | null>(null);
  useEffect(() => {
    if (passwordFault(settled) !== null) return;
    const asked = new AbortController();
    call("POST", "api/auth/new-password", { password: settled, login }, { signal: asked.signal })
      .then(({ fault }) => setFound({ of: settled, fault }))
      // Who sets it is told.
      .catch(() => undefined);
    return () => asked.abort();
  }, [settled, login]);
  return found !== null && found.of === password && found.fault !== null ? sentence(found.fault) : null;
}

/** The server's messages are parts of others. */
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
