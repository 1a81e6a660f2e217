import type * as english from "../en/keyboard";
import type { Translation } from "../language";

export const keyboard: Translation<typeof english.keyboard> = {
  search: "Suche",
  placeholder: "Seiten, Kennzahlen, Angebote, Gruppen",
  results: "Ergebnisse",
  groups: { recent: "Zuletzt", screen: "Seiten", figure: "Kennzahlen", item: "Namen", action: "Aktionen" },
  partOfScore: "Komponente des BOND Score",
  whyItMoved: "Warum sich der Wert verändert hat",
  showScore: "Aufschlüsselung des Scores",
  found: (count) => (count === 1 ? "1 Ergebnis" : `${count} Ergebnisse`),
  nothing: (text) => `Nichts gefunden zu „${text}“`,
  nothingHint: "Versuchen Sie ein anderes Wort, etwa Logins, Angebote oder Design.",
  keys: { enter: "Enter", escape: "Esc", control: "Strg", search: "K" },
  move: "bewegen",
  open: "öffnen",
  close: "schließen",
  shortcuts: "Tastenkürzel",
  anywhere: "Auf jeder Seite",
  goTo: "Gehe zu",
  thenPress: "dann",
  or: "oder",
  actions: {
    search: "Seiten, Kennzahlen und Aktionen suchen",
    shortcuts: "Tastenkürzel auflisten",
    filters: "Zu den Filtern springen",
    theme: "Zwischen dunkel und hell wechseln",
  },
  escape: "Schließen, was zuletzt geöffnet wurde",
  off: "Einzelne Tasten sind in Ihrem Konto ausgeschaltet.",
  note: "Tastenkürzel wirken, solange Sie nicht in ein Feld schreiben.",
  change: "In Ihrem Konto ändern",
};
