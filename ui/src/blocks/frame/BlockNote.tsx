import type { ReactNode } from "react";
import css from "./BlockNote.module.css";

/** Properties of {@link BlockNote}. */
export type BlockNoteProps = {
  /** Stands in a body that runs to the frame's edges. */
  readonly flush?: boolean;
  readonly children: ReactNode;
};

/** A line under a block's figures that tells how to read them. */
export function BlockNote({ flush = false, children }: BlockNoteProps) {
  return (
    <p className={css.note} data-flush={flush || undefined}>
      {children}
    </p>
  );
}
