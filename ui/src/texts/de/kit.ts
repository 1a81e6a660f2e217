import type * as english from "../en/kit";
import type { Translation } from "../language";

export const kit: Translation<typeof english.kit> = {
  changes: {
    title: "Änderungen verwerfen?",
    text: "Ihre Eingaben sind nicht gespeichert.",
    keep: "Weiter bearbeiten",
    discard: "Verwerfen",
  },
  secret: {
    title: "Schließen, ohne zu kopieren?",
    text: "Es steht nur hier und nur jetzt, und wurde nicht kopiert.",
    keep: "Zurück",
    discard: "Schließen",
  },
  chooseDate: "Tag wählen",
  dateErrors: {
    invalid: () => "Kein gültiger Tag",
    minDate: (day) => `Nicht vor dem ${day}`,
    maxDate: (day) => `Nicht nach dem ${day}`,
  },
  numberFrom: (least, most) => `Geben Sie eine Zahl von ${least} bis ${most} ein.`,
};
