import type { ReactNode } from "react";
import css from "./BlockNote.module.css";

export type BlockNoteProps = {
  /** Inside a body without padding. */
  readonly flush?: boolean;
  readonly children: ReactNode;
};

/** A line under a block's figures that explains how to read them. */
export function BlockNote({ flush = false, children }: BlockNoteProps) {
  return (
    <p className={css.note} data-flush={flush || undefined}>
      {children}
    </p>
  );
}
