import type * as english from "../en/start";
import type { Translation } from "../language";
import { rowsOf } from "./rows";

export const start: Translation<typeof english.start> = {
  title: "Noch ist nichts geladen",
  detail: "Drei Wege zu beginnen.",
  files: "Ihre eigenen Dateien",
  filesDetail:
    "Exporte aus jedem System: CSV, Excel, Parquet. Bond schlägt vor, was jede Datei ist, und zeigt, welche Ansichten sie füllen. Geladen wird erst, wenn Sie es sagen.",
  bring: "Eigene Daten laden",
  sampleTitle: "Ein Beispiel",
  sampleDetail: "Etwa 8.500 Zeilen, eine Datei je Tabelle. Es zeigt, wie die Dateien aussehen.",
  sample: "Beispiel laden",
  demoTitle: "Eine Demo",
  demoDetail:
    "Drei Jahre eines erfundenen Programms, bis gestern. Sie füllt jede Ansicht. Sie lässt sich nicht zurücknehmen: Erstellen Sie sie dort, wo keine eigenen Daten folgen.",
  demoMembers: "Mitglieder der Demo",
  demo: "Demo erstellen",
  wayBack: "Der Weg zurück vom Beispiel: „Letzten Ladevorgang zurücknehmen“, unter",
  ask: "Kennzahlen erscheinen, sobald Daten geladen sind. Ihre Rollen laden keine Daten: Fragen Sie eine Person, die Bond verwaltet.",

  mend: "Berichtigen Sie die Dateien und wählen Sie sie noch einmal, oder lassen Sie Bond jeden Fehler an seiner Zeile zeigen.",
  rename: "Benennen Sie die Datei nach einer Tabelle um, oder lassen Sie Bond vorschlagen, was sie ist.",
  describe: "Zuordnung vorschlagen",

  leftTitle: "Was noch zu tun ist",
  left: {
    data: {
      what: "Erste Daten laden",
      why: "Ohne Daten gibt es keine Kennzahlen.",
    },
    administrator: {
      what: "Zweite Person zur Verwaltung hinzufügen",
      why: "Ist die einzige nicht da, kann niemand andere einlassen.",
    },
    backup: {
      what: "Sicherungen einschalten",
      why: "Es gibt keine Sicherung, und täglich wird keine gemacht.",
    },
    due: {
      what: "Festlegen, wann Daten fällig sind",
      why: "Dann kann Bond sagen, wenn sie sich verspäten.",
    },
    mail: {
      what: "E-Mail einrichten",
      why: "Berichte und Hinweise lassen sich noch nicht per E-Mail senden.",
    },
  },
  leaveOut: (what) => `Weglassen: ${what}`,

  loaded: (rows) => `${rowsOf(rows)} geladen`,
  loadedBefore: "Diese Dateien waren schon geladen. Es hat sich nichts geändert.",
  demoMade: (rows) => `Die Demo ist erstellt: ${rowsOf(rows)}`,
  undone: "Der letzte Ladevorgang ist zurückgenommen",
  checked: (rows) => `Geprüft, nichts ist falsch: ${rowsOf(rows)}`,
  refused: (id) => `Ladevorgang ${id} wurde abgelehnt. Es wurde nichts geladen.`,
  failed: (id) => `Ladevorgang ${id} ist gescheitert. Es wurde nichts geladen.`,
  cancelled: (id) => `Ladevorgang ${id} ist abgebrochen.`,
  open: (title) => `${title} öffnen`,
};
