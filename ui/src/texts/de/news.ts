import type * as english from "../en/news";
import type { Translation } from "../language";

export const news: Translation<typeof english.news> = {
  failed: "Was geschehen ist, konnte nicht geladen werden",
  score: "BOND Score",
  instead: "Der Zeitraum des Filters lässt sich nicht beurteilen; dies ist der längste, bei dem es geht.",
  nothing: (tests) =>
    `In diesem Zeitraum ist nichts ungewöhnlich: Wir haben ${tests} Veränderungen geprüft. Am größten waren:`,
  few: "Es ist zu wenig geladen, um zu sagen, was ungewöhnlich ist.",
  dayNothing: "An diesem Tag ist nichts ungewöhnlich.",
  more: "Alles in Insights ansehen",
};
