import type * as english from "../en/modules";
import type { Translation } from "../language";

export const moduleTexts: Translation<typeof english.moduleTexts> = {
  ADMIN: {
    title: "Administration",
    detail: "Benutzer, Rollen, Sicherungen, Prüfprotokoll, Einstellungen. Schließt Daten ein.",
  },
  DATA: {
    title: "Daten",
    detail: "Ladevorgänge, Zuordnungen, was geladen ist, das Löschen von Mitgliedern.",
  },
  MONITOR: { title: "Programm-Monitor", detail: "Die Indikatoren, die Trends und der BOND Score." },
  MEMBERS: { title: "Mitglieder-Dashboard" },
  EMAILS: { title: "E-Mail-Dashboard", detail: "Mit Vorschau und Zeitplan." },
  WEBSITE: { title: "Website-Dashboard" },
  OFFERS: { title: "Angebote-Dashboard" },
  CONTENT: { title: "Inhalte-Dashboard" },
  INSIGHTS: {
    title: "Insights",
    detail: "Was sich verändert hat, was ungewöhnlich ist, Kohorten, was bald endet.",
  },
  RECOMMENDATIONS: {
    title: "Empfehlungen",
    detail: "Was ein Score bräuchte und wer kurz davor ist. Mit Änderungsrecht: auch Pläne für andere.",
  },
  EXPORT: { title: "Export", detail: "Dateien mit dem, was gezeigt wird." },
  PEOPLE: { title: "Personen", detail: "Listen von Mitglieds-IDs." },
};
