import type * as english from "../en/rows";
import type { Translation } from "../language";

export const rowsOf: Translation<typeof english.rowsOf> = (rows) =>
  `${rows} ${rows === "1" ? "Zeile" : "Zeilen"}`;
