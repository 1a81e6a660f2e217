import { useSyncExternalStore } from "react";
import { session as copy } from "#texts/page";
import { useReconnecting } from "../api/session/useReconnecting";
import css from "./Reconnecting.module.css";

const whenChanged = (changed: () => void) => {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
};

/** A discreet line while the request for the user is being retried, and while the browser has no network. */
export function Reconnecting() {
  const { on } = useReconnecting();
  const isOnline = useSyncExternalStore(whenChanged, () => navigator.onLine);
  return (
    // The region exists before its text, so that screen readers announce the text.
    <div role="status" className={css.host}>
      {(on || !isOnline) && <p className={css.line}>{copy.reconnecting}</p>}
    </div>
  );
}
