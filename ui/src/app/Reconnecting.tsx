import { session as copy } from "#texts/page";
import { useReconnecting } from "../api/session/useReconnecting";
import css from "./Reconnecting.module.css";

/** A discreet line while the request for the user is being retried. */
export function Reconnecting() {
  const { on } = useReconnecting();
  return (
    // The region exists before its text, so that screen readers announce the text.
    <div role="status" className={css.host}>
      {on && <p className={css.line}>{copy.reconnecting}</p>}
    </div>
  );
}
