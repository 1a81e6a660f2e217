/** What was looked at, by the keys of moves and of what is unusual. */
import type { InsightNote, InsightNotes } from "../../generated/wire";

/** What is said of one move or of something unusual. */
export type Said = {
  /** What everybody sees. */
  readonly shared?: InsightNote;
  /** What only the user sees. */
  readonly own?: InsightNote;
};

export type Notes = ReadonlyMap<string, Said>;

export const NOTHING_SAID: Said = {};

/** The notes by key; none before they are loaded. */
export function notesByKey(answer: InsightNotes | undefined): Notes {
  const notes = new Map<string, Said>();
  for (const note of answer?.notes ?? []) {
    notes.set(note.key, { ...notes.get(note.key), [note.shared ? "shared" : "own"]: note });
  }
  return notes;
}

/** All that is said of something, what everybody sees first. */
export function allOf({ shared, own }: Said): readonly InsightNote[] {
  return [shared, own].filter((note) => note !== undefined);
}

/** What is still to be looked at, and what was: by somebody for everybody, or by the user. */
export function split<T extends { readonly key: string }>(items: readonly T[], notes: Notes) {
  const isLooked = ({ key }: T) => allOf(notes.get(key) ?? NOTHING_SAID).some(({ dismissed }) => dismissed);
  return { open: items.filter((item) => !isLooked(item)), looked: items.filter(isLooked) };
}
