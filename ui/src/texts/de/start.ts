import type * as english from "../en/start";
import type { Translation } from "../language";
import { rowsOf } from "./rows";

export const start: Translation<typeof english.start> = {
  title: "Noch ist nichts geladen",
  detail: "Drei Wege zu beginnen.",
  files: "Ihre eigenen Dateien",
  filesDetail:
    "Exporte aus jedem System: CSV, Excel, JSON, Parquet. Bond schlägt vor, was jede Datei ist, und zeigt, welche Seiten sie füllen. Geladen wird erst, wenn Sie es sagen.",
  bring: "Eigene Daten laden",
  sampleTitle: "Ein Beispiel",
  sampleDetail: "Etwa 8.500 Zeilen, eine Datei je Tabelle. Es zeigt, wie die Dateien aussehen.",
  sample: "Beispiel laden",
  demoTitle: "Eine Demo",
  demoDetail:
    "Drei Jahre eines erfundenen Programms, bis gestern. Sie füllt jede Seite. Sie lässt sich nicht zurücknehmen: Erstellen Sie sie nur dort, wo Sie keine eigenen Daten laden werden.",
  demoMembers: "Mitglieder der Demo",
  demo: "Demo erstellen",
  wayBack: "Um das Beispiel zu entfernen, wählen Sie „Letzten Ladevorgang zurücknehmen“ unter",
  ask: "Kennzahlen erscheinen, sobald Daten geladen sind. Ihre Rollen erlauben Ihnen nicht, Daten zu laden: Bitten Sie Ihre Administration.",

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
      what: "Zweites Administratorkonto hinzufügen",
      why: "Fehlt die einzige Person mit einem, kann niemand anderen Zugang geben.",
    },
    backup: {
      what: "Sicherungen einschalten",
      why: "Es gibt noch keine Sicherung, und eine tägliche ist nicht eingerichtet.",
    },
    due: {
      what: "Festlegen, wann Daten fällig sind",
      why: "Dann kann Bond melden, wenn sie sich verspäten.",
    },
    mail: {
      what: "E-Mail einrichten",
      why: "Berichte und Alarme lassen sich noch nicht per E-Mail senden.",
    },
  },
  leaveOut: (what) => `Ausblenden: ${what}`,

  loaded: (rows) => `${rowsOf(rows)} geladen`,
  loadedBefore: "Diese Dateien waren schon geladen. Es hat sich nichts geändert.",
  demoMade: (rows) => `Die Demo ist fertig: ${rowsOf(rows)}`,
  undone: "Der letzte Ladevorgang ist zurückgenommen",
  checked: (rows) => `Geprüft, nichts ist falsch: ${rowsOf(rows)}`,
  refused: (id) => `Ladevorgang ${id} wurde abgelehnt. Es wurde nichts geladen.`,
  failed: (id) => `Ladevorgang ${id} ist fehlgeschlagen. Es wurde nichts geladen.`,
  cancelled: (id) => `Ladevorgang ${id} ist abgebrochen.`,
  open: (title) => `${title} öffnen`,
};
