import { LOCALE } from "../language";

const LIST = new Intl.ListFormat(LOCALE, { type: "conjunction" });

/** Words that are abbreviations. */
const ABBREVIATIONS = /\b(csat|fa)\b/g;

/** Tables of the feed as a person would list them; empty for none. */
export function lateNames(tables: readonly string[]): string {
  const name = (table: string) =>
    table.replaceAll("_", " ").replace(ABBREVIATIONS, (word) => word.toUpperCase());
  return LIST.format(tables.map(name));
}
