import type { Translation } from "../language";
import type * as english from "./detailCopy";

export const detailCopy: Translation<typeof english.detailCopy> = {
  detailTitle: "BOND Score im Detail",
  movedTitle: "Was ihn seit dem letzten Monat bewegt hat",
  leftTitle: "Die meisten offenen Punkte",
  left: (points) => `${points} Punkte offen`,
  nothingLeft: "Jede zählende Komponente hat ihr Ziel erreicht.",
  definitionsTitle: "Was jede Komponente bedeutet",
  ratio: (numerator, denominator) => `Jetzt ${numerator} von ${denominator}.`,
  floorTarget: (floor, target) => `0 Punkte bei ${floor}, alle Punkte ab ${target}`,
};
