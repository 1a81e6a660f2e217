import type * as english from "../en/annotations";
import type { Translation } from "../language";

export const annotations: Translation<typeof english.annotations> = {
  title: (block) => `Anmerkungen: ${block}`,
  tool: "Anmerken",
  toolOf: (block) => `Anmerken: ${block}`,
  starts: "Von",
  ends: "Bis",
  text: "Text",
  of: "Zeigen in",
  ofFigure: (label) => `Diagrammen zu ${label}`,
  ofAll: "allen Diagrammen",
  share: "Mit allen teilen, die es sehen dürfen",
  save: "Speichern",
  saved: "Die Anmerkung ist gespeichert.",
  datesWrong: "Wählen Sie einen ersten Tag und einen letzten, der nicht davor liegt.",
  own: "privat",
  shared: "geteilt",
  sharedBy: (login) => `geteilt von ${login}`,
  corrected: ({ load, isUndo }) =>
    isUndo
      ? `Ladevorgang ${load} nahm einen früheren für diese Tage zurück`
      : `Ladevorgang ${load} korrigierte diese Tage`,
  remove: "Löschen",
  removeOf: (text) => `Anmerkung löschen: ${text}`,
  question: "Löschen?",
  cancel: "Abbrechen",
  removed: "Die Anmerkung ist gelöscht.",
  failedToRemove: "Die Anmerkung konnte nicht gelöscht werden.",
  more: (count) => (count === 1 ? "1 frühere Anmerkung" : `${count} frühere Anmerkungen`),
  spoken: (marks) => `Anmerkungen: ${marks.join("; ")}.`,
  mark: (days, text) => `${days}: ${text}`,
};
