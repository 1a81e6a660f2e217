import type { ReactNode } from "react";
import css from "./Pill.module.css";

/** How good or bad a state is. */
export type Tone = "good" | "bad" | "warning" | "busy" | "plain";

/** A state, in a word. */
export function Pill({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className={css.pill} data-tone={tone}>
      {children}
    </span>
  );
}
