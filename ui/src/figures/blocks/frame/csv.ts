import { charts as copy } from "#texts/blocks";
import type { Unit } from "../../../generated/wire";

/** A cell of a file: text, a plain number, or empty. */
export type Cell = string | number | null;

/**
 * Where a spreadsheet may begin a cell, whatever its separator, and what follows is a formula: its sign, in all widths, with
 * nothing before it but what is dropped or shows nothing. The server writes the same (`src/render/csv.rs`).
 */
const FORMULA =
  /(^|[,;\t\r\n])(?=(?:(?![,;\t\r\n])[\s\p{Cc}"\u00ad\u200b-\u200f\u2060\ufeff])*[=+\-@＝＋－＠﹦﹢﹣﹫])/gu;
const NEEDS_QUOTES = /[",;\t\r\n]/;

/** A text of which a spreadsheet runs nothing: an apostrophe makes text of what starts like a formula. */
export function safeText(text: string): string {
  const safe = text.replace(FORMULA, "$1'");
  return /^[\t\r]/.test(safe) ? `'${safe}` : safe;
}

function writeCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return Number.isFinite(cell) ? String(cell) : "";
  const safe = safeText(cell);
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Writes rows as CSV (RFC 4180). It starts with the byte order mark, without which spreadsheets misread
 * accented names.
 */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(writeCell).join(",")}\r\n`).join("")}`;
}

/**
 * The name of a figure in a file, whose cells contain plain numbers: its label and its unit, if it has one and
 * the label does not include it.
 */
export function withUnit(label: string, unit: Unit | undefined, currency: string): string {
  const word = unit === "money" ? currency : unit && copy.units[unit];
  if (!word || label.toLowerCase().includes(word.toLowerCase())) return label;
  return copy.withUnit(label, word);
}
