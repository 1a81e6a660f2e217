import type * as english from "../en/opened";
import type { Translation } from "../language";

export const openedCopy: Translation<typeof english.openedCopy> = {
  gone: "Dieser Link wurde schon benutzt oder ist zu alt. Starten Sie Bond noch einmal: Es öffnet die Seite mit einem neuen Link.",
};
