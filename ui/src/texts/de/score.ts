import type * as english from "../en/score";
import type { Translation } from "../language";

export const detailCopy: Translation<typeof english.detailCopy> = {
  detailTitle: "BOND Score im Detail",
  movedTitle: "Was ihn seit dem letzten Monat bewegt hat",
  leftTitle: "Die meisten offenen Punkte",
  left: (points) => `${points} Punkte offen`,
  nothingLeft: "Jede zählende Komponente hat ihr Ziel erreicht.",
  pillars: { Reach: "Reichweite", Habit: "Gewohnheit", Value: "Nutzen", Loyalty: "Bindung", Voice: "Stimme" },
  definitionsTitle: "Was jede Komponente bedeutet",
  ratio: (numerator, denominator) => `Jetzt ${numerator} von ${denominator}.`,
  floorTarget: (floor, target) => `0 Punkte bei ${floor}, alle Punkte ab ${target}`,
};

export const moveCopy: Translation<typeof english.moveCopy> = {
  from: "Letzter Monat",
  to: "Jetzt",
  fromTo: (before, now) => `${before} → ${now}`,
  coverage: "Hinzugekommene oder weggefallene Komponenten",
  others: "Andere Komponenten",
  sentence: ({ mom, points, now, gave, took }) => {
    const whole =
      mom === 0
        ? `Der Score liegt unverändert bei ${now}`
        : `Der Score ist um ${points} Punkte auf ${now} ${mom > 0 ? "gestiegen" : "gefallen"}`;
    const causes: string[] = [];
    if (gave) causes.push(`${gave.label} brachte am meisten (+${gave.points})`);
    if (took) causes.push(`${took.label} kostete am meisten (−${took.points})`);
    if (mom < 0) causes.reverse();
    return causes.length > 0 ? `${whole}: ${causes.join(", ")}.` : `${whole}.`;
  },
  noMove: "Für den letzten Monat gibt es keinen Score, also auch keinen Vergleich.",
  withinChance: "Eine so kleine Änderung liegt im Zufallsbereich.",
};
