import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { charts as copy } from "#texts/blocks";
import css from "./WayLink.module.css";

export type WayLinkProps = { readonly to: string; readonly children: ReactNode };

/** The name of an item or a period that leads on: to only this. */
export function WayLink({ to, children }: WayLinkProps) {
  return (
    <Link className={css.way} to={to} title={copy.onlyThis}>
      {children}
    </Link>
  );
}
