import type { ComponentProps } from "react";
import { shell } from "#texts/page";
import classes from "./Avatar.module.css";

/** The button with the first letter of the user's first name. */
export function Avatar({ firstName, ...rest }: ComponentProps<"button"> & { firstName: string }) {
  return (
    <button type="button" className={classes.avatar} aria-label={shell.account(firstName)} {...rest}>
      {firstName.trim().charAt(0).toUpperCase()}
    </button>
  );
}
