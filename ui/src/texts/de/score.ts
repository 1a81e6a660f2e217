import type * as english from "../en/score";
import type { Translation } from "../language";

export const scoreCopy: Translation<typeof english.scoreCopy> = {
  leftTitle: "Die meisten offenen Punkte",
  left: (points) => `${points} Punkte offen`,
  nothingLeft: "Jede zählende Komponente hat ihr Ziel erreicht.",
  pillars: { Reach: "Reichweite", Habit: "Gewohnheit", Value: "Nutzen", Loyalty: "Bindung", Voice: "Stimme" },
  definitionsTitle: "Was jede Komponente bedeutet",
  definitions: {
    enrolled2Eligible:
      "Anteil der registrierten an den berechtigten Mitgliedern, beide zum letzten Tag des Zeitraums.",
    clientsRetentionRate:
      "Anteil der vor dem Zeitraum registrierten Mitglieder, die sich im Zeitraum eingeloggt haben.",
    programActiveRate:
      "Anteil der aktiven Mitglieder an den Mitgliedern, die bis zum letzten Tag des Zeitraums registriert waren.",
    returnRate:
      "Anteil der Mitglieder mit einem wiederkehrenden Login im Zeitraum an den Mitgliedern, die sich eingeloggt haben.",
    redemptionRate:
      "Anteil der verschiedenen Paare aus Mitglied und Angebot mit einem Einlöseklick an denen mit einem Aufruf. Ein Klick ohne Aufruf im Zeitraum kann ihn über 100 % heben. In Tabellen „Einlösequote“ genannt.",
    engagementRate:
      "Anteil der engagierten Mitglieder an den Mitgliedern, die bis zum letzten Tag des Zeitraums registriert waren.",
    faActivityLevel:
      "Mittel der Aktivitätsgrade, die das Programm für die Monate geliefert hat, in die der Zeitraum fällt. Gruppen schränken es nicht ein.",
    csat: "Anteil der Antworten mit 4 oder 5 von 5 auf die Zufriedenheitsumfrage im Zeitraum.",
    averageTenure:
      "Zeit vom ersten bis zum letzten Login, gemittelt über die Mitglieder, die bis zum letzten Tag des Zeitraums registriert waren, in Monaten zu 30,4375 Tagen. Sie hängt nur von diesem Tag ab.",
  },
  ratio: (numerator, denominator) => `Jetzt ${numerator} von ${denominator}.`,
  floorTarget: (floor, target) => `Untergrenze ${floor} (0 Punkte), Ziel ${target} (alle Punkte)`,
};
