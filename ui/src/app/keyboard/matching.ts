import { type MatchSorterOptions, matchSorter, rankings } from "match-sorter";
import type { Choice } from "./choices";

/** The most results of a search. */
const MOST = 40;

/** Names first; what a choice belongs to finds it, but never before a name does. */
const KEYS = [
  "label",
  { key: "also", maxRanking: rankings.STARTS_WITH },
  { key: "detail", threshold: rankings.CONTAINS, maxRanking: rankings.CONTAINS },
];

/** Some of the choices under a heading. */
export type Group = { readonly kind: "recent" | Choice["kind"] | null; readonly choices: readonly Choice[] };

/** The choices without a search: those chosen last, then the others by kind. @param recent ids, the newest first */
export function grouped(choices: readonly Choice[], recent: readonly string[]): readonly Group[] {
  const last = recent.flatMap((id) => choices.find((choice) => choice.id === id) ?? []);
  const others = choices.filter((choice) => !last.includes(choice));
  const kinds = ["screen", "figure", "action"] as const;
  return [
    { kind: "recent" as const, choices: last },
    ...kinds.map((kind) => ({ kind, choices: others.filter((choice) => choice.kind === kind) })),
  ].filter((group) => group.choices.length > 0);
}

/**
 * The choices that match a text, the best first: names that begin with it, then names with a word that begins with it,
 * names that contain it. Each word of the text must match; if nothing does, the letters may be apart, in order, but not
 * in names of offers and the like: some of hundreds have any letters. Among equals, those chosen last come first.
 *
 * @param recent ids, the newest first
 */
export function found(
  choices: readonly Choice[],
  text: string,
  recent: readonly string[],
): readonly Choice[] {
  const recency = ({ id }: Choice) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  const options: MatchSorterOptions<Choice> = {
    keys: KEYS,
    baseSort: (one, other) => recency(one.item) - recency(other.item) || one.index - other.index,
  };
  const words = text.trim().split(/\s+/);
  const within = (threshold: (typeof rankings)[keyof typeof rankings], all = choices) =>
    words.reduceRight<readonly Choice[]>(
      (left, word) => matchSorter(left, word, { ...options, threshold }),
      all,
    );
  // The words as they stand, before those that have them apart or in another order.
  const whole = matchSorter(choices, words.join(" "), { ...options, threshold: rankings.CONTAINS });
  const close = [...new Set([...whole, ...within(rankings.ACRONYM)])];
  const apart = () =>
    within(
      rankings.MATCHES,
      choices.filter(({ kind }) => kind !== "item"),
    );
  return (close.length > 0 ? close : apart()).slice(0, MOST);
}
