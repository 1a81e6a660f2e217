import type * as english from "../en/shared";
import type { Translation } from "../language";

export const shared: Translation<typeof english.shared> = {
  by: (firstName) => `Geteilt von ${firstName}`,
  until: (time) => `bis ${time}`,
  through: (day) => `Daten bis ${day}`,
  chosen: (title, names) => `${title}: ${names}`,
  chosenCount: (title, count) => `${title}: ${count} ausgewählt`,
  groups: { NOW: "Gruppen wie heute", WINDOW: "Gruppen wie am letzten Tag jedes Zeitraums" },
  demo: "Die Daten sind erfunden.",
  details: "Was gezeigt wird",
  locked: "Diese Seite ist geschützt",
  asks: "Geben Sie das Passwort ein, das zum Link gehört.",
  password: "Passwort",
  show: "Seite zeigen",
  required: "Das Passwort fehlt",
  wrong: "Das Passwort ist falsch.",
  blocked: "Zu viele falsche Passwörter. Bitte versuchen Sie es in einigen Minuten noch einmal.",
  gone: "Dieser Link ist nicht mehr verfügbar.",
  failed: "Die Seite konnte nicht geladen werden.",
};
