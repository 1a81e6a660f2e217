import type { ReactNode } from "react";
import { SharedApp } from "./SharedApp";

/** Begins the page that shows what a link shows. It has no session, and its address leads to no other screen. */
export function start(draw: (page: ReactNode) => void): void {
  const { hash } = window.location;
  // Another secret is another link.
  addEventListener("hashchange", () => window.location.reload());
  draw(<SharedApp secret={hash.slice(1)} />);
}
