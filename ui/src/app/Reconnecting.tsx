import { useSyncExternalStore } from "react";
import { session as copy } from "#texts/page";
import { useReconnecting } from "../api/session/useReconnecting";
import css from "./Reconnecting.module.css";
import { useWait } from "./useWait";

const whenChanged = (changed: () => void) => {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
};

/**
 * A discreet line while the request for the user is being retried, while the browser has no network, and while figures are
 * late because many people ask.
 */
export function Reconnecting() {
  const { on } = useReconnecting();
  const isOnline = useSyncExternalStore(whenChanged, () => navigator.onLine);
  const wait = useWait();
  const late = wait === undefined ? undefined : copy.waiting(String(wait));
  const line = on || !isOnline ? copy.reconnecting : late;
  return (
    // The region exists before its text, so that screen readers announce the text.
    <div role="status" className={css.host}>
      {line !== undefined && <p className={css.line}>{line}</p>}
    </div>
  );
}
