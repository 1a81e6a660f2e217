import type { DraftCard, FilledColumn, LoadFault } from "../../../../generated/wire";

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
