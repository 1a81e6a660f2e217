import type * as english from "../en/receipt";
import type { Translation } from "../language";

export const receipts: Translation<typeof english.receipts> = {
  verify: "Nachprüfen",
  about:
    "Ein Beleg sagt, woraus sich der Wert ergibt. Bond signiert ihn, damit andere ihn später prüfen können.",
  copy: "Beleg kopieren",
  copyIssued: "Festgeschriebenen Beleg kopieren",
  asking: "Der Beleg wird erstellt …",
  copied: "Kopiert: woraus sich der Wert ergibt, signiert. Prüfen lässt er sich mit bond verify-receipt.",
  notCopied: "Der Browser hat nicht kopiert. Kopieren Sie hier:",
  text: "Beleg",
  check: "Prüfen, was Sie bekommen haben",
  failed: "Der Beleg konnte nicht erstellt werden. Versuchen Sie es erneut.",
};
