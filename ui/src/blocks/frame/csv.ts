import type { Unit } from "../../api/generated/wire";
import { charts as copy } from "../copy";

/** A cell of a file: text, a plain number, or empty. */
export type Cell = string | number | null;

const RISKY_START = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;

function writeCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return Number.isFinite(cell) ? String(cell) : "";
  // A spreadsheet would run a name that starts like a formula; the apostrophe makes it text.
  const safe = RISKY_START.test(cell.trimStart()) || RISKY_START.test(cell) ? `'${cell}` : cell;
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
