import type * as english from "../en/kit";
import type { Translation } from "../language";

export const kit: Translation<typeof english.kit> = {
  discardTitle: "Änderungen verwerfen?",
  discardText: "Ihre Eingaben sind nicht gespeichert.",
  keepEditing: "Weiter bearbeiten",
  discard: "Verwerfen",
  chooseDate: "Tag wählen",
  dateErrors: {
    invalid: () => "Kein gültiger Tag",
    minDate: (day) => `Nicht vor dem ${day}`,
    maxDate: (day) => `Nicht nach dem ${day}`,
  },
  numberFrom: (least, most) => `Geben Sie eine Zahl von ${least} bis ${most} ein.`,
};
