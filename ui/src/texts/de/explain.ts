import type * as english from "../en/explain";
import type { Translation } from "../language";

export const issued: Translation<typeof english.issued> = {
  title: "Wie festgeschrieben und wie heute",
  lead: (days) =>
    `Jeder Punkt umfasst die ${days} Tage bis zu seinem Datum, für alle Mitglieder. Filter gelten hier nicht.`,
  now: "Heute",
  issued: "Festgeschrieben",
  day: "Tag",
  why: "Warum sie abweichen",
  chart: (label) => `${label}, wie festgeschrieben und aus den heutigen Daten berechnet`,
  table: "Abweichende Tage",
  differ: (differing, days) =>
    `${differing} von ${days} festgeschriebenen Werten ${differing === 1 ? "hat" : "haben"} sich seither geändert.`,
  more: (days) => (days === 1 ? "1 früherer Tag weicht auch ab." : `${days} frühere Tage weichen auch ab.`),
  open: (days) =>
    days === 1
      ? "1 früherer Tag ist nicht verglichen. Wählen Sie einen Zeitraum, der früher endet, um ihn zu vergleichen."
      : `${days} frühere Tage sind nicht verglichen. Wählen Sie einen Zeitraum, der früher endet, um sie zu vergleichen.`,
  receiptOf: "Beleg für",
  failed: "Festgeschriebene Werte konnten nicht geladen werden",
};

export const explanation: Translation<typeof english.explanation> = {
  titleOf: (label) => `${label}: Warum sich der Wert verändert hat`,
  alertMe: "Alarm anlegen …",
  dividedBy: "Aufgeteilt nach",
  within: "Innerhalb, nach",
  causes: "Ursachen",
  cause: "Ursache",
  before: "Zuvor",
  now: "Jetzt",
  share: "Anteil",
  shareHint: "Anteil am Ganzen; bei einer Quote am Nenner",
  weight: "Gewicht",
  weightHint:
    "Die Punkte des Scores, die eine Komponente bringen kann; innerhalb von ihr der Anteil am Nenner",
  effect: "Wirkung",
  units: { percent: "Punkte", months: "Monate", seconds: "Sekunden", money: "", count: "", decimal: "" },
  split: (rate, mix) => `${rate} aus sich selbst, ${mix} durch den Anteil`,
  open: (name) => `${name} weiter aufteilen`,
  close: (name) => `${name} schließen`,
  standsOut: "sticht heraus",
  largest: "am größten",
  hidden: "zu wenige Mitglieder",
  tooFewToDivide: "Zu wenige Mitglieder, um es weiter aufzuteilen",
  chance: (error) => `Allein der Zufall bewegt den Wert typischerweise um etwa ${error}.`,
  months: (error) => `${error} Monate`,
  lessThan: (amount) => `weniger als ${amount}`,
  perDay: (now, before) => `Je Tag: ${now}, zuvor ${before}.`,
  failed: "Die Erklärung konnte nicht geladen werden",
  nothing: "Hier gibt es nichts zu erklären",
  total: "Änderung",
  points: (change) => `${change} Punkte`,
  periods: (now, before) => `${now}, verglichen mit ${before}`,
  scored: (days, day) =>
    `Der Score umfasst die ${days} Tage bis ${day}. Vom gewählten Zeitraum zählt nur das Ende.`,
  scoredSince: (days, day, before) =>
    `Der Score der ${days} Tage bis ${day}, verglichen mit dem der ${days} Tage bis ${before}. Vom gewählten Zeitraum zählt nur das Ende.`,
  unknown: "Diesen Wert gibt es nicht",
  unknownDetail: "Bond hat keinen Wert mit dem Namen in der Adresse.",
  newcomers:
    "Neue Mitglieder haben sich im Zeitraum zum ersten Mal eingeloggt, etablierte davor. Jeder Zeitraum hat seine eigenen neuen Mitglieder.",
  moves:
    "Gebliebene Mitglieder waren am letzten Tag beider Zeiträume in den gewählten Gruppen. Andere haben dazwischen gewechselt oder sind neu: Sie haben sich nach dem früheren Zeitraum zum ersten Mal eingeloggt. Innerhalb einer Ursache gelten deren Gruppen als die gewählten.",
  movesWithin:
    "Öffnen Sie eine Gruppe, um zu sehen, wer darin blieb, wer hinzukam oder ging und was jeder Teil bewirkte.",
  movesNeed:
    "Haben sich die Mitglieder einer Gruppe verändert oder kamen andere hinzu? Das zeigen die Gruppen wie damals.",
  countThen: "Gruppen wie damals zählen",
  movesScreen: "Von wo nach wo Mitglieder gewechselt haben",
  table: (by) => `Ursachen nach ${by}`,
  divisions: {
    TIER: "Stufe",
    LOB: "Geschäftsbereich",
    AUDIENCE: "Zielgruppe",
    MOVES: "Wechsel zwischen Gruppen",
    NEWCOMERS: "Neuzugang oder Bestand",
    TIME: "Zeit",
    REGISTRATION_CHANNEL: "Registrierungsweg",
    OFFER_PARTNER: "Partner",
    OFFER_CATEGORY: "Angebotskategorie",
    OFFER: "Angebot",
    CAMPAIGN: "Kampagne",
    LINK: "Link",
    ARTICLE_CATEGORY: "Artikelkategorie",
    ARTICLE: "Artikel",
    PAGE: "Seite",
    POLL: "Umfrage",
    TRAFFIC_SOURCE: "Herkunft",
    DEVICE_CATEGORY: "Gerät",
    BROWSER: "Browser",
    OPERATING_SYSTEM: "Betriebssystem",
    SCREEN_RESOLUTION: "Bildschirmauflösung",
    QUERY: "Suchbegriff",
  },
};
