import type * as english from "../en/exports";
import type { Translation } from "../language";

export const exportsCopy: Translation<typeof english.exportsCopy> = {
  what: "Was",
  extents: { screen: "Diese Seite", dashboard: "Das ganze Dashboard", everything: "Alle Dashboards" },
  form: "Format",
  forms: {
    xlsx: "Arbeitsmappe (.xlsx)",
    pdf: "PDF (.pdf)",
    html: "Offline-Seite (.html)",
    zip: "CSV-Tabellen (.zip)",
  },
  address: "Adresse für Excel und Power BI…",
  save: "Datei speichern",
  allDashboards: "Alle Dashboards",
  schedule: "Planen …",
  share: "Link teilen …",
  busy: "Wird exportiert …",
  busyAt: (done: number, all: number) => `Wird exportiert … ${done} von ${all}`,
  cancel: "Export abbrechen",
  recorded: "Jede Datei wird im Prüfprotokoll vermerkt.",
  failed: "Die Datei konnte nicht erstellt werden.",
};
