import type { DraftCard, FilledColumn, FilledTable, RecognisedColumn } from "../../../../generated/wire";

/** What was proposed for a card, unless another table was chosen since. */
export function proposedOf({ proposed }: DraftCard, filled: FilledTable | null): DraftCard["proposed"] {
  return proposed !== null && proposed.table === filled?.table ? proposed : null;
}

/** What was proposed for a column, unless something else fills it now. */
export function proposedFor(
  columns: readonly RecognisedColumn[],
  { column, from, value, common }: FilledColumn,
): RecognisedColumn | null {
  const proposed = columns.find((one) => one.column === column);
  if (!proposed || proposed.sure === null) return null;
  const isSame = proposed.from === null ? proposed.value === (value ?? common) : proposed.from === from;
  return isSame ? proposed : null;
}

/** All tables, those first that the file may be: the proposed one, then the likeliest others. */
export function byLikelihood({ proposed, ignored }: DraftCard, tables: readonly string[]): readonly string[] {
  const likely = [...(proposed ? [proposed.table, ...proposed.others] : []), ...(ignored?.others ?? [])];
  const first = [...new Set(likely)].filter((table) => tables.includes(table));
  return [...first, ...tables.filter((table) => !first.includes(table))];
}
