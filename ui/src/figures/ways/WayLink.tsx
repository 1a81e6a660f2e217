import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { charts as copy } from "#texts/blocks";
import css from "./WayLink.module.css";

export type WayLinkProps = {
  readonly to: string;
  /** What is there, if it is not only this. */
  readonly hint?: string | undefined;
  readonly children: ReactNode;
};

/** The name of an item or a period that leads on: to only this. */
export function WayLink({ to, hint = copy.onlyThis, children }: WayLinkProps) {
  return (
    <Link className={css.way} to={to} title={hint}>
      {children}
    </Link>
  );
}
