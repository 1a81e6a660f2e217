import { shell } from "#texts/page";
import classes from "./Logo.module.css";

/** The two linked rings, and the product's name. */
export function Logo({ short = false }: { short?: boolean }) {
  return (
    <span className={classes.logo}>
      <svg viewBox="0 0 26 18" width="26" height="18" fill="none" strokeWidth="3" aria-hidden="true">
        <circle className={classes.right} cx="17" cy="9" r="6.5" />
        <circle className={classes.left} cx="9" cy="9" r="6.5" />
        <path className={classes.right} d="M13 3.9a6.5 6.5 0 0 0-2.3 3.6" />
      </svg>
      <span className={classes.name}>{shell.product}</span>
      {!short && <span className={classes.kind}>{shell.productKind}</span>}
    </span>
  );
}
