import type * as english from "../en/score";
import type { Translation } from "../language";

export const scoreCopy: Translation<typeof english.scoreCopy> = {
  leftTitle: "Die meisten offenen Punkte",
  left: (points) => `${points} Punkte offen`,
  nothingLeft: "Jede zählende Komponente hat ihr Ziel erreicht.",
  pillars: { Reach: "Reichweite", Habit: "Gewohnheit", Value: "Nutzen", Loyalty: "Bindung", Voice: "Stimme" },
  definitionsTitle: "Was jede Komponente bedeutet",
  ratio: (numerator, denominator) => `Jetzt ${numerator} von ${denominator}.`,
  floorTarget: (floor, target) => `0 Punkte bei ${floor}, alle Punkte ab ${target}`,
};
