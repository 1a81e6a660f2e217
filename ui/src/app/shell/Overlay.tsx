import { useEffect, useState } from "react";
import { shell } from "#texts/page";
import { usePending } from "../../api/pending";
import classes from "./Overlay.module.css";

/** How long calls may be pending before the overlay shows, so that it never flashes for fast answers. */
const DELAY_MS = 200;

/** Covers the page while counted calls are pending. */
export function Overlay() {
  const pending = usePending((state) => state.calls > 0);
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!pending) return;
    const timer = setTimeout(() => setLate(true), DELAY_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [pending]);
  return (
    <div role="status" className={classes.host}>
      {pending && late && (
        <div className={classes.overlay}>
          <span className={classes.box}>
            <span className={classes.spinner} aria-hidden="true" />
            {shell.loading}
          </span>
        </div>
      )}
    </div>
  );
}
