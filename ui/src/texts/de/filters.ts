import type * as english from "../en/filters";
import type { Translation } from "../language";

export const panels: Translation<typeof english.panels> = {
  typeToSearch: "Suchbegriff eingeben",
  searchIn: (title) => `Suchen in ${title}`,
  noneListed: {
    campaigns: "Keine der gewählten Kampagnen wurde in diesem Zeitraum gesendet",
    offers: "Keines der gewählten Angebote gibt es noch",
  },
  leftOut: (count) =>
    count === 1
      ? "1 gewählte Kampagne wurde in diesem Zeitraum nicht gesendet und wird weggelassen."
      : `${count} gewählte Kampagnen wurden in diesem Zeitraum nicht gesendet und werden weggelassen.`,
  allFound: (count) => `Alle ${count} gefundenen`,
  found: (count) => `${count} gefunden`,
  shownList: "Liste",
  datesFirst: "Wählen Sie zuerst gültige Tage.",
  chosenOf: (title) => `Gewählt: ${title}`,
  only: "NUR",
  onlyItem: (name) => `NUR ${name}`,
  numbered: (id) => `Nr. ${id}`,
  start: "Erster Tag",
  end: "Letzter Tag",
  bothIncluded: "Beide Tage zählen mit.",
  compareWith: "Vergleichen mit",
  compared: { start: "Vergleich von", end: "Vergleich bis" },
  dataBegin: (day) => `Die Daten beginnen am ${day}, nach diesem Zeitraum.`,
  dataEnd: (day) => `Die Daten enden am ${day}, vor diesem Zeitraum.`,
  lastData: (day) => `Die Daten enden am ${day}: Dies sind die letzten Tage mit Daten.`,
  showThisYear: "Dieses Jahr zeigen",
  showFirstDays: "Die ersten Tage mit Daten zeigen",
  showLastDays: "Die letzten Tage mit Daten zeigen",
  groupsAsOf: {
    title: "Welche Gruppen zählen",
    names: { NOW: "Wie sie heute sind", WINDOW: "Wie sie damals waren" },
    details: {
      NOW: "Jedes Mitglied zählt in jedem Zeitraum in seinen heutigen Gruppen.",
      WINDOW: "Jedes Mitglied zählt in den Gruppen, die es am letzten Tag des Zeitraums hatte.",
    },
    since: (day) => `Wechsel von Gruppen sind ab ${day} bekannt. Davor zählen die ersten bekannten Gruppen.`,
    protects: (least) =>
      `Mit „Wie sie damals waren“ sind Kennzahlen verborgen, die etwas über weniger als ${least} Mitglieder mit einem Wechsel verraten würden.`,
  },
  loadFailed: "Die Liste konnte nicht geladen werden",
};
