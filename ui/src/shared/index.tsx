import type { ReactNode } from "react";
import { loadStyles } from "../theme/lateStyles";
import { SharedApp } from "./SharedApp";

/** The file name of the style sheet of this folder. The bundler defines it. */
declare const BUNDLED_SHARED_STYLES: string | undefined;

/** Begins the page that shows what a link shows. It has no session, and its address leads to no other screen. */
export function start(draw: (page: ReactNode) => void): void {
  const { hash } = window.location;
  // Another secret is another link.
  addEventListener("hashchange", () => window.location.reload());
  const styles = loadStyles(typeof BUNDLED_SHARED_STYLES === "undefined" ? null : BUNDLED_SHARED_STYLES);
  void styles.then(() => draw(<SharedApp secret={hash.slice(1)} />));
}
