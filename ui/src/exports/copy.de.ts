import type { Translation } from "../language";
import type * as english from "./copy";

export const exportsCopy: Translation<typeof english.exportsCopy> = {
  workbook: "Arbeitsmappe (.xlsx)",
  whole: "Ganzes Dashboard (.xlsx)",
  tables: "Alle Tabellen (.zip)",
  busy: "Wird exportiert …",
  cancel: "Export abbrechen",
  separator: "Trennzeichen in Tabellen",
  separators: { comma: "Komma", semicolon: "Semikolon", tab: "Tabulator" },
  recorded: "Jede Datei wird im Prüfprotokoll vermerkt.",
  failed: "Die Datei konnte nicht erstellt werden.",
};
