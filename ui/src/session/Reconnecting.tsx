import { session as copy } from "../copy";
import css from "./Reconnecting.module.css";
import { useReconnecting } from "./useReconnecting";

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
