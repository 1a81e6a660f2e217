import type * as english from "../en/screens";
import type { Translation } from "../language";

export const rank: Translation<typeof english.rank> = "Rang";

export const members: Translation<typeof english.members> = {
  cards: {
    activeRate: "Aktivenquote",
    retention: "Bindungsquote",
    satisfaction: "Zufriedenheit",
    tenure: "Ø Mitgliedsdauer",
    dormant: "Inaktivenquote",
    moves: "Wechsel zwischen Stufen",
  },
  lifetime: "Kennzahlen seit Programmbeginn",
  asOfEnd: (period) => `Je ${period}, Stand am Ende`,
  registrations: {
    newByPeriod: "Neue Registrierungen nach Zeitraum",
    byPeriod: "Registrierungen nach Zeitraum",
    table: "Registrierungen",
    bySource: "Neue Registrierungen nach Herkunft",
    eligibleByPeriod: "Berechtigte Mitglieder nach Zeitraum",
    byTier: "Registrierungen nach Stufe",
    eligibleByTier: "Berechtigte Mitglieder nach Stufe",
  },
  activeRate: {
    byPeriod: "Aktive Mitglieder nach Zeitraum",
    table: "Aktive Mitglieder",
  },
  engagement: {
    byPeriod: "Engagierte Mitglieder nach Zeitraum",
    table: "Engagierte Mitglieder",
    membersOf: (period) => `Engagierte Mitglieder je ${period}`,
  },
  tenure: {
    byPeriod: "Durchschnittliche Mitgliedsdauer nach Zeitraum (Monate)",
    table: "Durchschnittliche Mitgliedsdauer (Monate)",
  },
  retention: { table: "Bindungsquote" },
  dormant: {
    membersByPeriod: "Inaktive Mitglieder nach Zeitraum",
    rateByPeriod: "Inaktivenquote nach Zeitraum",
    membersByAudience: "Inaktive Mitglieder nach Zielgruppe",
    rateByAudience: "Inaktivenquote nach Zielgruppe",
    table: "Inaktivenquote",
  },
  logins: {
    byPeriod: "Logins nach Zeitraum",
    uniqueByPeriod: "Eindeutige Logins nach Zeitraum",
    table: "Logins gesamt / eindeutig",
    all: "Alle Logins",
    membersOnce: (period) => `Mitglieder, je ${period} einmal gezählt`,
  },
  moves: {
    about: "Wo Mitglieder am Tag vor dem Zeitraum waren und wo sie an seinem letzten Tag sind.",
    flow: "Von Gruppe zu Gruppe",
    inAndOut: "Zugänge und Abgänge der Gruppen",
    addsUp:
      "Die Mitglieder am Vortag, die neuen und die Zugänge ergeben ohne die Abgänge die Mitglieder am letzten Tag.",
    upByPeriod: "Aufgestiegen nach Zeitraum",
    downByPeriod: "Abgestiegen nach Zeitraum",
    table: "Was aus Mitgliedern wurde",
    byDayBefore: "Bei Gruppen wie damals zählen Mitglieder in der Gruppe des Tages vor dem Zeitraum.",
  },
  returns: {
    logins: "Wiederkehrende Logins",
    frequency: "Häufigkeit der Wiederkehr",
    frequencyHint: "Mitglieder nach der Zahl ihrer Logins im Zeitraum",
  },
};

export const content: Translation<typeof english.content> = {
  articles: {
    title: "Artikel",
    byAudience: "Artikelbesuche nach Zielgruppe",
    byCategory: "Artikelbesuche nach Kategorie",
    visited: "Besuchte Artikel",
    category: "Kategorie",
    name: "Name",
  },
  shares: {
    title: "Geteilt und gedruckt",
    shares: "Geteilt",
    prints: "Gedruckt",
    type: "Art",
    page: "Seite",
  },
  polls: {
    title: "Umfragen",
    choose: "Umfrage wählen",
    none: "Keine",
    chooseTitle: "Keine Umfrage gewählt",
    chooseHint: "Wählen Sie eine Umfrage, um die Antworten zu sehen.",
    notOpenTitle: "Diese Umfrage ist in diesem Zeitraum nicht offen",
    notOpenHint: "Wählen Sie einen längeren Zeitraum oder eine andere Umfrage.",
    noPolls: "In diesem Zeitraum ist keine Umfrage offen",
    answers: "Frage und Antworten der Umfrage",
    option: "Option",
    pollOrder: "Die Optionen stehen in der Reihenfolge der Umfrage.",
    count: "Antworten",
    percent: "%",
    byAudience: "Umfrageantworten nach Zielgruppe",
    optionDefinition: "Antworten mit dieser Option im Zeitraum und ihr Anteil an allen Antworten der Zeile.",
  },
};

export const emails: Translation<typeof english.emails> = {
  cards: {
    delivery: "Zustellstatus",
    performance: "Leistung",
    registration: "Registrierungen %",
    links: "Angeklickte Links",
  },
  campaign: "Kampagne",
  sentDate: "Gesendet am",
  bySending: (period) => `Nach ${period} des Versands`,
  schedule: {
    title: "Geplante E-Mails",
    hint: "Geplant ab heute. Ein anderer Zeitraum oder „Alle anzeigen“ fügt frühere E-Mails hinzu.",
    date: "Datum",
    day: "Tag",
    audience: "Zielgruppe",
    registrationStatus: "Registrierungsstatus",
    note: "Notiz",
  },
  screens: {
    title: "Vorschau der Kampagnen",
    subject: "Betreff",
    ssl: "SSL",
    sslMeans: "Zweite Betreffzeile: der Vorschautext, den viele E-Mail-Programme nach dem Betreff zeigen.",
    link: "Vorschaulink",
    open: "Vorschau",
  },
  links: {
    byPeriod: "Klicks nach Zeitraum",
    byClick: (period) => `Nach ${period} des Klicks`,
    table: "Klicks",
    list: "Angeklickte Links",
    link: "Link",
  },
  unsubscribed: {
    byPeriod: "Abmeldungen nach Zeitraum",
    pie: "Abmeldungen im Detail",
    pieHint: "Nach Geschäftsbereich",
    unsubscribers: "Abmeldungen",
    table: "% Abgemeldete",
    byCampaigns: "Abmeldungen nach Kampagne",
  },
  delivery: {
    byPeriod: {
      sent: "Gesendet nach Zeitraum",
      delivered: "Zugestellt nach Zeitraum",
      bounced: "Unzustellbar nach Zeitraum",
    },
    table: "Zustellstatus nach Zielgruppe",
    byCampaigns: "Zustellstatus nach Kampagne",
  },
  registration: {
    byPeriod: "Registrierungen nach Zeitraum",
    table: "Registrierungen %",
    byCampaigns: "Registrierungen nach Kampagne",
  },
  performance: {
    byPeriod: {
      uniqueOpens: "Eindeutige Öffnungen nach Zeitraum",
      uniqueClicks: "Eindeutige Klicks nach Zeitraum",
      avgOpen: "Ø Öffnungen % nach Zeitraum",
      avgClick: "Ø Klicks % nach Zeitraum",
    },
    table: "Leistung nach Zielgruppe",
    byCampaigns: "Leistung nach Kampagne",
  },
};

export const website: Translation<typeof english.website> = {
  provider: "Die Daten dieser Seite stammen direkt von einem Webanalysedienst.",
  visitors: "Website-Besucher",
  source: "Herkunft der Besuche",
  platforms: "Plattformen",
  newReturning: "Neue / wiederkehrende Besucher",
  searches: "Suche auf der Website",
  sessions: "Sitzungen",
  dimensions: {
    DeviceCategory: "Geräte",
    Browser: "Browser",
    OperatingSystem: "Betriebssystem",
    ScreenResolution: "Bildschirmauflösung",
  },
  byPeriod: (title) => `${title} nach Zeitraum`,
  perMonth: "Sitzungen je Monat",
  shareOfSessions: "Anteil an den Sitzungen",
  bySource: "Sitzungen und Seitenaufrufe nach Herkunft",
  visitorsByPeriod: {
    sessions: "Sitzungen nach Zeitraum",
    pageViews: "Seitenaufrufe nach Zeitraum",
    durations: "Durchschnittliche Sitzungsdauer nach Zeitraum",
  },
  searchTerms: "Suchen auf der Website",
  query: "Suchbegriff auf der Website",
};

export const offers: Translation<typeof english.offers> = {
  partners: "Partner",
  offers: "Angebote",
  totalInteractions: "Interaktionen mit Angeboten gesamt",
  uniqueInteractions: "Eindeutige Interaktionen mit Angeboten",
  memberUniqueInteractions: "Eindeutige Interaktionen je Mitglied",
  category: "Kategorie",
  categories: "Kategorien",
  offer: "Angebot",
  byPeriod: "Aktive und neue Angebote nach Zeitraum",
  partner: "Partner",
  partnersByPeriod: {
    redemptions: "Einlösungen nach Zeitraum",
    sales: "Umsatz nach Zeitraum",
    savings: "Ersparnis nach Zeitraum",
    savingsPerUser: "Ersparnis je Mitglied nach Zeitraum",
  },
  byAudience: "Angebote nach Zielgruppe",
  total: {
    viewsByPeriod: "Besuche nach Zeitraum",
    intentsByPeriod: "Einlöseabsicht nach Zeitraum",
  },
  unique: {
    viewsByPeriod: "Eindeutige Besuche nach Zeitraum",
    intentsByPeriod: "Eindeutige Einlöseabsicht nach Zeitraum",
    perPair: (period) => `Mitglieder, je Angebot und ${period} einmal gezählt`,
  },
  memberUnique: {
    viewsByPeriod: "Mitglieder mit Besuch nach Zeitraum",
    intentsByPeriod: "Mitglieder mit Einlöseabsicht nach Zeitraum",
    perMember: (period) => `Mitglieder, je ${period} einmal gezählt`,
  },
};

export const upsell: Translation<typeof english.upsell> = {
  kind: "Upgrade",
  pages: {
    "bond-insights": {
      product: "BOND Insights",
      title: "Erweiterte Analysen freischalten",
      text: "Ihre Dashboards zeigen die Zahlen. BOND Insights führt die Analyse weiter.",
    },
    recommendations: {
      product: "Empfehlungen",
      title: "Empfehlungen freischalten",
      text: "Ihre Dashboards zeigen, was geschehen ist. Empfehlungen schlagen vor, was als Nächstes zu tun ist.",
    },
  },
  contact: (product) => `Für ein Upgrade auf ${product} wenden Sie sich an Ihre Kundenbetreuung.`,
  write: "An Ihre Kundenbetreuung schreiben",
  writeHint: (mail) =>
    mail === undefined
      ? "Öffnet einen Entwurf in Ihrem E-Mail-Programm. Die Adresse tragen Sie ein."
      : `Öffnet einen Entwurf an ${mail} in Ihrem E-Mail-Programm.`,
  manager: "Ihre Kundenbetreuung",
  draftSubject: (product) => `Upgrade auf ${product}`,
  draftBody: (product, program) =>
    `Wir möchten ${program ?? "unser Programm"} um ${product} erweitern. Bitte teilen Sie uns mit, was dazu nötig ist.`,
  already: "Schon heute auf Ihren Dashboards",
  shows: {
    "executive-summary": "Die Indikatoren des Programms und angeheftete Kennzahlen auf einem Bildschirm",
    "user-dashboard": "Wer sich registriert, einloggt und wiederkommt",
    "emails-dashboard": "Was zugestellt, geöffnet und angeklickt wird",
    "offers-dashboard": "Welche Partner und Angebote Mitglieder wählen",
    "content-dashboard": "Was Mitglieder lesen, teilen und auf Umfragen antworten",
  },
};

export const nothingHere: Translation<typeof english.nothingHere> = {
  title: "Hier gibt es nichts zu sehen",
  detail: "Artikel, geteilte Seiten und Umfragen sind im Inhalte-Dashboard. Ihre Filter gelten auch dort.",
};

export const pins: Translation<typeof english.pins> = {
  hint: "Ziehen Sie, oder nehmen Sie die Pfeile. Die Auswahl gilt nur für Sie; Dateien und Links haben die ersten sechs Karten.",
  list: "Angeheftete Karten",
  up: (title) => `Nach oben: ${title}`,
  down: (title) => `Nach unten: ${title}`,
  remove: (title) => `Lösen: ${title}`,
  moved: (title, place, count) => `${title}: ${place} von ${count}`,
  reset: "Auf die ersten sechs zurücksetzen",
  others: "Weitere Karten",
  add: (title) => `Anheften: ${title}`,
  noneTitle: "Keine Karte ist angeheftet",
  noneHint: "Unter „Anordnen“ stehen alle Karten, die Ihnen offenstehen.",
};
