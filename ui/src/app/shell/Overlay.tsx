import { useEffect, useState } from "react";
import { shell } from "#texts/page";
import { useIsBlocked } from "../../api/blocking";
import classes from "./Overlay.module.css";

/** How long the page is blocked before the overlay shows, so that it never flashes for fast answers. */
const DELAY_MS = 200;

/** Covers the page while calls block it. */
export function Overlay() {
  const isBlocked = useIsBlocked();
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!isBlocked) return;
    const timer = setTimeout(() => setLate(true), DELAY_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isBlocked]);
  return (
    <div role="status" className={classes.host}>
      {isBlocked && late && (
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
