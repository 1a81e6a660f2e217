import type * as english from "../en/exports";
import type { Translation } from "../language";

export const exportsCopy: Translation<typeof english.exportsCopy> = {
  workbook: "Arbeitsmappe (.xlsx)",
  pdf: "PDF (.pdf)",
  dossier: "Offline-Seite (.html)",
  tables: "Alle Tabellen (.zip)",
  wholeWorkbook: "Ganzes Dashboard (.xlsx)",
  wholePdf: "Ganzes Dashboard (.pdf)",
  wholeDossier: "Ganzes Dashboard (.html)",
  everything: "Alle Dashboards (.html)",
  allDashboards: "Alle Dashboards",
  schedule: "Planen …",
  share: "Link teilen …",
  busy: "Wird exportiert …",
  busyAt: (done: number, all: number) => `Wird exportiert … ${done} von ${all}`,
  cancel: "Export abbrechen",
  separator: "CSV-Trennzeichen",
  separators: { comma: "Komma", semicolon: "Semikolon", tab: "Tabulator" },
  recorded: "Jede Datei wird im Prüfprotokoll vermerkt.",
  failed: "Die Datei konnte nicht erstellt werden.",
};
