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

/**
 * Colours by name. The charts of a screen share one of these, so that a name has the same colour in a pie, which ranks
 * it, and in a line chart, which does not. A user group has the colour of its place in the order of its type, whatever a
 * filter leaves out. Another name takes the first colour that is free in the chart that shows it first. If two names with
 * one colour meet in a third chart, one of them has another colour there.
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
      // Not in drawing order: charts with the same names in another order must get the same colours.
      const ordered = [
        ...[...known.keys()].filter((key) => keys.includes(key)),
        ...keys.filter((key) => !known.has(key)),
      ];
      const colours = new Map<string, number>();
      const isTaken = (colour: number) => [...colours.values()].includes(colour);
      for (const key of ordered) {
        const colour = known.get(key);
        if (colour !== undefined && !isTaken(colour)) colours.set(key, colour);
      }
      for (const [at, key] of ordered.entries()) {
        if (colours.has(key)) continue;
        const colour = ALL.find((one) => !isTaken(one)) ?? at % COLOURS;
        colours.set(key, colour);
        if (!known.has(key)) known.set(key, colour);
      }
      return keys.map((key) => colours.get(key) ?? 0);
    },
  };
}
