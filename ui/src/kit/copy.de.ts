import type { Translation } from "../language";
import type * as english from "./copy";

export const kit: Translation<typeof english.kit> = {
  chooseDate: "Tag wählen",
  dateErrors: {
    invalid: () => "Kein gültiger Tag",
    minDate: (day) => `Nicht vor dem ${day}`,
    maxDate: (day) => `Nicht nach dem ${day}`,
  },
  numberFrom: (least, most) => `Geben Sie eine Zahl von ${least} bis ${most} ein.`,
};
