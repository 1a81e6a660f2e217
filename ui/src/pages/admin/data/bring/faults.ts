import type { DraftAnswer, DraftCard, FilledColumn, LoadFault } from "../../../../generated/wire";

/** The faults of a load that are those of a card: of its file, or of its sheet. */
export function faultsOf({ file, sheet }: DraftCard, faults: readonly LoadFault[]): readonly LoadFault[] {
  const names = sheet === null ? [file] : [file, `${file} (${sheet})`];
  return faults.filter((fault) => names.includes(fault.file));
}

/** The faults of a card and how many rows have them. A check looks at more: what other files and the loaded data have. */
export function wrongIn(card: DraftCard, found: readonly LoadFault[]): Wrong {
  const { faults = [], faultCount = 0 } = card.filled ?? {};
  if (faultCount > 0) return { faults, count: faultCount };
  const checked = faultsOf(card, found);
  return { faults: checked, count: checked.length };
}

type Wrong = { readonly faults: readonly LoadFault[]; readonly count: number };

/** The name of a file, or of one of its sheets. */
export const nameOf = ({ file, sheet }: DraftCard): string => (sheet === null ? file : `${file} · ${sheet}`);

/** The cards of each file, or of each of its sheets. */
export function bySheet(cards: readonly DraftCard[]): readonly (readonly DraftCard[])[] {
  const groups = new Map<string, DraftCard[]>();
  for (const card of cards) groups.set(nameOf(card), [...(groups.get(nameOf(card)) ?? []), card]);
  return [...groups.values()];
}

/** What is wrong with a file or a sheet. */
export type FaultyFile = Wrong & { readonly name: string };

/** The files with faults in their order: those that cannot be read have no rows, and their reason as the fault. */
export function faultyFiles({ cards, queries }: DraftAnswer, found: readonly LoadFault[]): FaultyFile[] {
  const ofFiles = bySheet(cards).map((sheet): FaultyFile => {
    // What was found in a file stands at its first card.
    const wrong = sheet.map((card, at) => wrongIn(card, at === 0 ? found : []));
    const refused = sheet.flatMap(({ file, refused: text }) =>
      text === null ? [] : [{ file, line: null, column: null, text }],
    );
    return {
      name: sheet[0] ? nameOf(sheet[0]) : "",
      faults: [...refused, ...wrong.flatMap(({ faults }) => faults)],
      count: wrong.reduce((sum, { count }) => sum + count, refused.length),
    };
  });
  const ofQueries = queries.map(({ file, faults }) => ({ name: file, faults, count: faults.length }));
  return [...ofFiles, ...ofQueries].filter(({ count }) => count > 0);
}

/** The column of the table that a fault is about, which names the column of the file. */
export function isAbout({ column, from }: FilledColumn, fault: LoadFault): boolean {
  if (fault.column === null) return false;
  return fault.column === from || fault.column === column || fault.column.startsWith(`${column} (`);
}
