import type { DraftCard, FilledColumn, LoadFault } from "../../../../generated/wire";

/** Faults that say the same of several rows. */
export type FaultGroup = {
  readonly column: string | null;
  /** What is wrong with the first of them, and what to do. */
  readonly text: string;
  readonly lines: readonly number[];
  readonly count: number;
};

/** What is the same in faults of one kind: everything but the values that they quote. */
const kindOf = ({ column, text }: LoadFault) => `${column}\n${text.replace(/"(?:[^"\\]|\\.)*"/g, '""')}`;

/** Faults by column and kind, in the order of the first of each. */
export function groupsOf(faults: readonly LoadFault[]): readonly FaultGroup[] {
  const groups = new Map<string, { column: string | null; text: string; lines: number[]; count: number }>();
  for (const fault of faults) {
    const key = kindOf(fault);
    const group = groups.get(key) ?? { column: fault.column, text: fault.text, lines: [], count: 0 };
    if (fault.line !== null) group.lines.push(fault.line);
    group.count += 1;
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** The faults of a load that are those of a card: of its file, or of its sheet. */
export function faultsOf({ file, sheet }: DraftCard, faults: readonly LoadFault[]): readonly LoadFault[] {
  const names = sheet === null ? [file] : [file, `${file} (${sheet})`];
  return faults.filter((fault) => names.includes(fault.file));
}

/** The column of the table that a fault is about, which names the column of the file. */
export function isAbout({ column, from }: FilledColumn, fault: LoadFault): boolean {
  if (fault.column === null) return false;
  return fault.column === from || fault.column === column || fault.column.startsWith(`${column} (`);
}
