import type * as english from "../en/page";
import type { Translation } from "../language";

export const shell: Translation<typeof english.shell> = {
  product: "BOND",
  productKind: "Analytics",
  titleSuffix: "BOND Analytics",
  skipLink: "Zum Inhalt springen",
  mainMenu: "Hauptmenü",
  openMenu: "Menü öffnen",
  closeMenu: "Menü schließen",
  close: "Schließen",
  loading: "Wird geladen …",
  pro: "Pro",
  account: (firstName) => `Konto von ${firstName}`,
  signOut: "Abmelden",
  manual: "Bond verwenden",
  search: "Suche",
  shortcuts: "Tastenkürzel",
  pressKeys: (keys) => `${keys.replace(" ", ", dann ")} drücken`,
  autoApply: "Filter automatisch anwenden",
  autoApplyHint: "5 Sekunden nach einer Änderung",
  toDark: "Dunkles Design verwenden",
  toLight: "Helles Design verwenden",
  dataThrough: (day) => `Daten bis ${day}`,
  late: (names) => `Verspätet: ${names}.`,
  old: (days) => `Seit ${days} Tagen nichts Neueres.`,
  noDays: "Daten ohne Tage geladen",
  noData: "Noch keine Daten geladen",
  bring: "Eigene Daten laden",
  demo: "Demo",
  dismiss: "Meldung schließen",
  notifications: "Meldungen",
};

export const lateTables: Translation<typeof english.lateTables> = {
  memberships: "frühere Gruppen der Mitglieder",
  logins: "Logins",
  offer_interactions: "Interaktionen mit Angeboten",
  partner_transactions: "Partnertransaktionen",
  email_messages: "E-Mail-Nachrichten",
  email_link_clicks: "Klicks auf Links in E-Mails",
  web_sessions: "Website-Sitzungen",
  site_searches: "Suchen auf der Website",
  article_views: "Artikelaufrufe",
  content_actions: "Aktionen mit Inhalten",
  poll_answers: "Umfrageantworten",
  csat_responses: "CSAT-Antworten",
  fa_activity: "FA-Aktivität",
};

export const forbidden: Translation<typeof english.forbidden> = {
  title: "Für Sie nicht verfügbar",
  detail: "Ihre Rollen öffnen diese Seite nicht. Ihre Administration kann das ändern.",
};

export const unused: Translation<typeof english.unused> = {
  title: "Nicht Teil dieses Programms",
  detail: (dashboard) =>
    `Dieses Programm verwendet das ${dashboard} nicht. Das lässt sich in den Einstellungen der Administration ändern.`,
};

export const score: Translation<typeof english.score> = {
  name: "BOND Score",
  outOf: "von 100",
  see: "Aufschlüsselung ansehen",
  closePanel: "Aufschlüsselung schließen",
  mom: "z. Vormonat",
  forGroups: (ticked, listed) => `für ${ticked} von ${listed} Gruppen`,
  forOnly: (name) => `für ${name}`,
  lastMonth: (value) => `${value} im letzten Monat`,
  asOf: (day) => `zum ${day}`,
  panelTitle: "Aufschlüsselung des Scores",
  makesUp: (value) => `Woraus sich ${value} von 100 zusammensetzt`,
  noScore: "Noch kein Score",
  notEnoughData: "Nicht genug Daten",
  window: (days, day) => `${days} Tage bis ${day}`,
  ofPoints: (earned, possible) => `${earned} von ${possible} Punkten`,
  target: (value) => `Ziel ${value}`,
  towardsTarget: (label) => `${label}, auf dem Weg zum Ziel`,
  notApplicable: "Nicht Teil des Scores: Die Daten dafür wurden nie geladen.",
  insufficient: "Nicht Teil des Scores: zu wenige Daten in diesen 90 Tagen.",
  leftOut: "Nicht Teil des Scores: Die Methode gibt dieser Komponente kein Gewicht.",
  hidden: "Nicht Teil des Scores: Dahinter stehen zu wenige Mitglieder, um den Wert zu zeigen.",
  noLastMonth: "Kein Score für den letzten Monat",
  unchanged: "Unverändert seit dem letzten Monat",
  failed: "Der Score konnte nicht geladen werden",
  openDetail: "Offene Punkte und Definitionen",
  method: (name) => `Methode ${name}`,
  coverageShare: (share) => `${share} des Gewichts zählen`,
  spoken: {
    none: "BOND Score: noch kein Score",
    asOf: (day) => `Zum ${day}`,
    value: (value) => `BOND Score ${value} von 100`,
    move: (points, up, before) =>
      `${points} Punkte ${up ? "mehr" : "weniger"} als im letzten Monat (${before})`,
    withinChance: "Das liegt im Zufallsbereich",
  },
};

export const session: Translation<typeof english.session> = {
  loginPage: "Anmelden",
  signedOutTitle: "Abgemeldet",
  expiredTitle: "Sitzung abgelaufen",
  reconnecting: "Verbindung wird wiederhergestellt …",
  ssoTitle: "Single Sign-on",
  setUpTitle: "Willkommen bei Bond",
  choosePasswordTitle: "Passwort wählen",
};

export const errors: Translation<typeof english.errors> = {
  again: "Erneut versuchen",
  failed:
    "Der Vorgang ist fehlgeschlagen. Bitte versuchen Sie es erneut, und wenden Sie sich an Ihre Administration, wenn der Fehler wieder auftritt.",
  notFoundTitle: "Seite nicht gefunden",
  crashTitle: "Diese Seite konnte nicht angezeigt werden",
};

export const filters: Translation<typeof english.filters> = {
  bar: "Filter",
  period: "Zeitraum",
  failed: "Die Filter konnten nicht geladen werden",
  groupsFilter: "Gruppen",
  groupsAsOf: { NOW: "wie heute", WINDOW: "wie damals" },
  periods: {
    SELECTED_DATE: "Eigener Zeitraum",
    LAST_7DAYS: "Letzte 7 Tage",
    LAST_30DAYS: "Letzte 30 Tage",
    LAST_90DAYS: "Letzte 90 Tage",
    LAST_12MONTHS: "Letzte 12 Monate",
    PREVIOUS_YEAR: "Letztes Kalenderjahr",
    THIS_YEAR: "Dieses Jahr",
    LAST_FULL_WEEK: "Letzte ganze Woche",
    LAST_FULL_MONTH: "Letzter ganzer Monat",
    LAST_FULL_QUARTER: "Letztes ganzes Quartal",
  },
  lists: {
    campaigns: "Kampagnen",
    campaignsTypes: "Kampagnentypen",
    offers: "Angebote",
    offersCategories: "Angebotskategorien",
  },
  emptyLists: {
    campaigns: "Keine Kampagnen gefunden",
    campaignsTypes: "Keine Kampagnentypen gefunden",
    offers: "Keine Angebote gefunden",
    offersCategories: "Keine Angebotskategorien gefunden",
  },
  noneTicked: {
    campaigns: "Keine Kampagnen",
    campaignsTypes: "Keine Kampagnentypen",
    offers: "Keine Angebote",
    offersCategories: "Keine Angebotskategorien",
  },
  singular: {
    campaigns: "Kampagne",
    campaignsTypes: "Kampagnentyp",
    offers: "Angebot",
    offersCategories: "Angebotskategorie",
  },
  nothingChosen: (names) => `Nicht gewählt: ${names.join(" und ")}`,
  allAreZero: (reason) => `${reason}. Alle Werte sind 0.`,
  all: "Alle",
  counted: (ticked, listed) => `${ticked} von ${listed}`,
  changed: "Filter wurden geändert.",
  applied: "Die Filter sind angewendet.",
  applyingIn: (seconds) => `Wird in ${seconds} s angewendet`,
  appliesAfterClosing: (seconds) => `Wird ${seconds} s nach dem Schließen angewendet`,
  reset: "Zurücksetzen",
  apply: "Anwenden",
  resetAll: "Filter zurücksetzen",
  comparisons: {
    PREVIOUS_PERIOD: "Vorheriger Zeitraum",
    SAME_DATES_LAST_YEAR: "Gleiche Tage im Vorjahr",
    SAME_WEEKDAYS_LAST_YEAR: "Gleiche Wochentage im Vorjahr",
    PREVIOUS_FULL_PERIOD: "Vorheriger ganzer Zeitraum",
    SELECTED_DATES: "Andere Tage",
    NONE: "Kein Vergleich",
  },
  comparedWith: (range) => `Verglichen mit ${range}`,
  comparisonName: (comparison) => `(${comparison.charAt(0).toLowerCase()}${comparison.slice(1)})`,
  notCompared: "Mit keinem anderen Zeitraum verglichen",
  compareWithLastYear: "Mit denselben Tagen im Vorjahr vergleichen",
};

export const blocks: Translation<typeof english.blocks> = {
  trends: "Trends",
  trendsOf: (title) => `Trends: ${title}`,
  seeBreakdown: "Aufschlüsselung",
  seeBreakdownOf: (title) => `Aufschlüsselung: ${title}`,
  explore: "Ansehen",
  exploreOf: (title) => `Ansehen: ${title}`,
  definitionOf: "Was es bedeutet",
  definitionFailed: "Die Definition konnte nicht geladen werden.",
  lowerIsBetter: "niedriger ist besser",
  withinChance: "im Zufallsbereich",
  withinChanceHint:
    "Eine so kleine Änderung kommt zufällig zustande: Sie beträgt höchstens zwei Standardfehler",
  lowerIsBetterSentence: "Niedriger ist besser.",
  noChange: "–",
  noData: {
    table: (table) => `keine Daten geladen: ${table}`,
    days: "keine Daten",
    daysInFull: (table) => `kein Tag dieses Zeitraums ist geladen: ${table}`,
    before: "davor keine Daten",
  },
  hidden: {
    few: (least) => `< ${least}`,
    fewInFull: (least) => `weniger als ${least} Mitglieder`,
    fewInFile: (least) => `weniger als ${least}`,
    other: "verborgen",
    otherInFull: (least) =>
      `verborgen: Daraus ließe sich ein Wert von weniger als ${least} Mitgliedern ableiten`,
    eitherInFull: (least) =>
      `verborgen: Dahinter, oder hinter einem ableitbaren Wert, stehen weniger als ${least} Mitglieder`,
    noChange: "verborgener Wert",
    note: (count, least) =>
      count === 1
        ? `1 Wert ist verborgen, weil dahinter, oder hinter einem ableitbaren Wert, weniger als ${least} Mitglieder stehen.`
        : `${count} Werte sind verborgen, weil dahinter, oder hinter ableitbaren Werten, weniger als ${least} Mitglieder stehen.`,
  },
  noComparison: "Kein Vergleich",
  wasZero: "war zuvor 0",
  wasNegative: "war zuvor unter 0",
  points: (difference) => `${difference} Punkte`,
  from: {
    PREVIOUS_PERIOD: (before) => `zuvor ${before}`,
    SAME_DATES_LAST_YEAR: (before) => `im Vorjahr ${before}`,
    SAME_WEEKDAYS_LAST_YEAR: (before) => `im Vorjahr ${before}`,
    PREVIOUS_FULL_PERIOD: (before) => `im vorherigen ganzen Zeitraum ${before}`,
    SELECTED_DATES: (before) => `an den anderen Tagen ${before}`,
    NONE: () => "",
  },
  fromBefore: {
    PREVIOUS_PERIOD: (before) => `zuvor ${before}`,
    SAME_DATES_LAST_YEAR: (before) => `an denselben Tagen im Vorjahr ${before}`,
    SAME_WEEKDAYS_LAST_YEAR: (before) => `an denselben Wochentagen im Vorjahr ${before}`,
    PREVIOUS_FULL_PERIOD: (before) => `im vorherigen ganzen Zeitraum ${before}`,
    SELECTED_DATES: (before) => `an den anderen Tagen ${before}`,
    NONE: () => "",
  },
  increase: "gestiegen",
  decrease: "gefallen",
  unchanged: "unverändert",
  indicators: {
    caption: "Indikatoren des Programms",
    indicator: "Indikatoren",
    value: "Wert",
    change: {
      PREVIOUS_PERIOD: "Zum vorherigen Zeitraum",
      SAME_DATES_LAST_YEAR: "Zum Vorjahr",
      SAME_WEEKDAYS_LAST_YEAR: "Zu den Wochentagen im Vorjahr",
      PREVIOUS_FULL_PERIOD: "Zum vorherigen ganzen Zeitraum",
      SELECTED_DATES: "Zu den anderen Tagen",
    },
    trend: "Trend",
    explore: "Ansehen",
    short: {
      TOTAL_ENROLLED_USERS: "Mindestens einmal eingeloggt",
      UNIQUE_LOGINS: "Mitglieder, die sich im Zeitraum eingeloggt haben",
      TOTAL_ACTIVE_USERS: "Mindestens 2 Sitzungen mit der Mindestaktivität",
      TOTAL_ENGAGED_USERS: "Mindestens 3 Sitzungen mit der Mindestaktivität",
    },
    ofRegistered: "der registrierten Mitglieder",
    ofEligible: "der berechtigten Mitglieder",
  },
  toDay: (day) => `bis ${day}`,
  lineText: (first, last) => `Die Linie beginnt bei ${first} und endet bei ${last}.`,
  pointText: (label, value) => `${label}: ${value}`,
  lastPointTo: (day) => `Der letzte Punkt zählt nur die Tage bis ${day} mit.`,
  chartLoading: "Das Diagramm wird geladen",
  failedTitle: (what) => `Nicht geladen: ${what}`,
};

export const explain: Translation<typeof english.explain> = {
  whyOf: (label) => `${label}: Warum hat sich der Wert verändert?`,
  title: "Warum sich der Wert verändert hat",
};

export const screens: Translation<typeof english.screens> = {
  greeting: (firstName) => `Hallo, ${firstName}!`,
  whatHappened: "Was geschehen ist",
  atAGlance: "Alles, was Sie brauchen, auf einen Blick.",
  pinned: "Angeheftete Kennzahlen",
  backTo: (title) => `Zurück: ${title}`,
  summary: "Zusammenfassung",
  moreScreens: "Weitere Seiten",
  keyFigures: "Kennzahlen",
  export: "Exportieren",
  monitor: {
    partners: "Partner",
    registrations: "Registrierungen",
    engagement: "Engagement-Quote",
    logins: "Logins",
    returns: "Wiederkehr und Häufigkeit",
    unsubscribed: "% Abgemeldete",
  },
};
