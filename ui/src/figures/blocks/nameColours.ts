import type { UserGroup } from "../../generated/wire";
import { ownKeys } from "./ownKeys";

/** The position of each name among the categorical colours, the same in all charts that share it. */
export type NameColours = {
  /** The colours of the names in one chart, in drawing order; the first eight are distinct. */
  of(names: readonly string[]): number[];
};

/** The number of categorical colours. */
const COLOURS = 8;
const ALL = Array.from({ length: COLOURS }, (_, colour) => colour);
/** The colour of Other: the last and quietest. */
const LAST = COLOURS - 1;

/** The colour that a name has wherever it may: `src/render/drawing/names.rs` gives the same. */
function preferred(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  return sum % LAST;
}

/** The first colour that is free from that on which a name prefers; the last of all is the last resort. */
function freeFrom(first: number, isTaken: (colour: number) => boolean): number | undefined {
  const others = ALL.slice(0, LAST).map((step) => (first + step) % LAST);
  return [...others, LAST].find((colour) => !isTaken(colour));
}

/**
 * Colours by name: a name has the same on every screen, in files and in each language. The charts of a screen share one of
 * these, so that a name has the same colour in a pie and in a line chart of other names. A user group has the colour of its
 * place in the order of its type, whatever a filter leaves out. Where two names of a chart have one colour, one of them has
 * the next that is free.
 *
 * @param otherName the name of the combined rest
 */
export function nameColours(
  otherName: string,
  groups: readonly Pick<UserGroup, "name" | "place">[] = [],
): NameColours {
  const known = new Map<string, number>();
  for (const { name, place } of groups) {
    const [key = name] = ownKeys([name]);
    if (!known.has(key)) known.set(key, place % COLOURS);
  }
  for (const key of ownKeys([otherName])) known.set(key, LAST);
  return {
    of(names) {
      const keys = ownKeys(names);
      const colours = new Map<string, number>();
      const isTaken = (colour: number) => [...colours.values()].includes(colour);
      const take = (key: string, colour: number | undefined) => {
        if (colour !== undefined && !colours.has(key) && !isTaken(colour)) colours.set(key, colour);
      };
      for (const [key, colour] of known) if (keys.includes(key)) take(key, colour);
      // Not in drawing order: charts with the same names in another order must get the same colours.
      const ordered = keys
        .map((key, at) => ({ key, first: preferred(names[at] ?? ""), name: names[at] ?? "" }))
        .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
      for (const { key, first } of ordered) if (!known.has(key)) take(key, first);
      for (const { key, first } of ordered) take(key, freeFrom(known.get(key) ?? first, isTaken));
      for (const [at, { key }] of ordered.entries()) {
        const colour = colours.get(key) ?? at % COLOURS;
        colours.set(key, colour);
        if (!known.has(key)) known.set(key, colour);
      }
      return keys.map((key) => colours.get(key) ?? 0);
    },
  };
}
