import { columns, lateTables } from "#texts/page";
import { formatList } from "../texts/format";

/** Words that are abbreviations. */
const ABBREVIATIONS = /\b(csat|fa)\b/g;

const NAMES: Readonly<Record<string, string>> = { ...lateTables, ...columns };

/** A table of the feed as a person would call it, or what is in a column of one. */
export const lateName = (table: string): string =>
  NAMES[table] ?? table.replaceAll("_", " ").replace(ABBREVIATIONS, (word) => word.toUpperCase());

/** Tables of the feed as a person would list them; empty for none. */
export const lateNames = (tables: readonly string[]): string => formatList(tables.map(lateName));
