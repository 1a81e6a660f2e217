import type * as english from "../en/insights";
import type { Translation } from "../language";

export const insights: Translation<typeof english.insights> = {
  subtitle: "Was sich verändert hat, was ungewöhnlich ist, wie lange Mitglieder bleiben und was bald endet",
  moves: {
    title: "Was sich verändert hat",
    failed: "Was sich verändert hat, konnte nicht geladen werden",
    detail: (dates, before) => `${dates} gegenüber ${before}`,
    checked: (tests, real, written) =>
      `Wir haben ${tests} Veränderungen geprüft. ${real === 0 ? "Keine ist ungewöhnlich." : real === 1 ? "Eine ist ungewöhnlich." : `${written} sind ungewöhnlich.`}`,
    how: (earlier) =>
      `Jede wurde mit bis zu ${earlier} früheren verglichen. Von den ungewöhnlichen sind im Mittel höchstens 5 von 100 doch Zufall. Veränderungen mit derselben Ursache stehen in einem Eintrag.`,
    slow: "Ein langsamer Rückgang zeigt sich erst über mehr Tage.",
    last: (days) => `Die letzten ${days} Tage ansehen`,
    points: (points) => `${points} Punkte des Scores`,
    unusual: "ungewöhnlich",
    usual: "üblich",
    unlikely: "sehr wahrscheinlich kein Zufall",
    likely: "kann gut Zufall sein",
    errors: (errors) => `${errors} Standardfehler`,
    also: "Außerdem:",
    alsoPoints: (change) => `${change} Punkte`,
    alsoOne: (label, change) => `${label} (${change})`,
    more: (count) => `und ${count} weitere`,
    others: (count) =>
      count === 1
        ? "1 kleinere Veränderung ist nicht aufgeführt."
        : `${count} kleinere Veränderungen sind nicht aufgeführt.`,
  },
  unusual: {
    title: (day) => `Ungewöhnlich am ${day}`,
    empty: "Heute ungewöhnlich",
    failed: "Was ungewöhnlich ist, konnte nicht geladen werden",
    nothing: "Nichts ist ungewöhnlich.",
    detail: (tests, weekday) =>
      `${tests} Kennzahlen werden mit denen der letzten acht ${weekday}e verglichen.`,
    few: "Erst nach acht Wochen mit Daten lässt sich sagen, was üblich ist.",
    far: "weit außerhalb des Üblichen",
    deviations: (count) => `${count} Standardabweichungen`,
  },
  looked: {
    title: "Angesehen",
    dismiss: "Angesehen",
    dismissOf: (sentence) => `Angesehen: ${sentence}`,
    note: "Notiz",
    noteOf: (sentence) => `Notiz: ${sentence}`,
    restore: "Wieder zeigen",
    restoreOf: (sentence) => `Wieder zeigen: ${sentence}`,
    text: "Notiz",
    save: "Speichern",
    cancel: "Abbrechen",
    by: (login, when) => `${login}, ${when}, für alle`,
    byYou: (when) => `Sie, ${when}, nur für Sie`,
    notedBy: (login) => `von ${login}, für alle`,
    onlyYou: "nur Sie sehen das",
    forAll: "Was Sie als angesehen markieren, und Ihre Notizen gelten für alle, die Insights öffnen.",
    forYou:
      "Was Sie als angesehen markieren, und Ihre Notizen sehen nur Sie: Ihre Rolle darf Insights lesen, aber nicht ändern.",
    failed: "Dies konnte nicht gespeichert werden.",
  },
  cohorts: {
    title: "Wie lange Mitglieder bleiben",
    detail:
      "Von den Mitgliedern mit dem ersten Login in einem Monat: der Anteil, der sich in jedem Monat danach eingeloggt hat.",
    failed: "Wie lange Mitglieder bleiben, konnte nicht geladen werden",
    empty: "Erst nach einem ganzen Monat mit Logins lässt sich sagen, wie lange Mitglieder bleiben.",
    shapes: { table: "Tabelle", lines: "Linien" },
    shape: "Darstellung",
    month: "Erster Login",
    members: "Mitglieder",
    age: (months) => `Monat ${months}`,
    ages: "Monate nach dem ersten Login",
    hiddenNote: (count) => (count === 1 ? "1 Zahl ist verborgen." : `${count} Zahlen sind verborgen.`),
    chart: "Anteil, der sich eingeloggt hat, nach Monaten seit dem ersten Login",
  },
  expiring: {
    title: "Was bald endet",
    failed: "Was bald endet, konnte nicht geladen werden",
    nothing: "Nichts ist geladen.",
    from: (day) =>
      `Gezählt ab ${day}, dem letzten Tag mit Logins, unabhängig vom Zeitraum des Filters. Was zuerst endet, steht oben.`,
    offers: (days) => `Angebote, die innerhalb von ${days} Tagen enden`,
    noOffers: (days) => `Kein Angebot endet innerhalb von ${days} Tagen.`,
    more: (count) => (count === 1 ? "1 weiteres endet später." : `${count} weitere enden später.`),
    offer: "Angebot",
    partner: "Partner",
    ends: "Letzter Tag",
    clicks: (days) => `Einlöseklicks, letzte ${days} Tage`,
    dormant: (days) => `Mitglieder, die innerhalb von ${days} Tagen inaktiv werden`,
    members: "Mitglieder",
    group: "Stufe",
  },
};
