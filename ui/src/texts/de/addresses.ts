import type * as english from "../en/addresses";
import type { Translation } from "../language";

export const addresses: Translation<typeof english.addresses> = {
  newTitle: (screen: string) => `Eine Adresse für ${screen}`,
  newDetail:
    "Ein Tabellenprogramm liest unter dieser Adresse eine Tabelle, bei jedem Aktualisieren von Neuem. Wer die Adresse hat, sieht die Tabelle so, wie Sie sie dann sehen, und sonst nichts.",
  table: "Tabelle",
  fixedPeriod:
    "Die Tage sind fest. Wählen Sie vorher einen Zeitraum wie „Letzter ganzer Monat“, wenn die Tabelle mitwandern soll.",
  movingPeriod: (period: string) => `Der Zeitraum wandert mit: ${period}.`,
  networks: "Nur aus diesen Netzen",
  failed: "Das Formular konnte nicht geladen werden.",
  make: "Adresse erstellen",
  saved: "Die Adresse ist erstellt.",
  toAccount: "Ihr Konto öffnen",
  made: "Ihre Adresse",
  madeDetail: (until: string) =>
    `Sie gilt bis ${until}. Kopieren Sie sie jetzt: Sie wird nicht noch einmal gezeigt.`,
  json: "JSON, für Excel und Power BI",
  csv: "CSV, für LibreOffice und Google Tabellen",
  number: (id: number) =>
    `Ein Programm, das ein API-Token von Ihnen sendet, kann in der Adresse ${id} anstelle des Geheimnisses verwenden.`,
};
