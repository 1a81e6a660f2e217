import type * as english from "../en/settings";
import type { Translation } from "../language";

export const settings: Translation<typeof english.settings> = {
  title: "Einstellungen",
  confirmTitle: "Diese Einstellungen speichern?",
  confirmDetail: (labels) => `Sie bestimmen, was andere öffnen können: ${labels.join(", ")}.`,
  about: "Änderungen wirken sofort, wo nichts anderes steht. Alle stehen im Prüfprotokoll.",
  groups: {
    program: { title: "Programm", about: "Wie das Programm heißt und wer seinen Benutzern hilft." },
    dashboards: {
      title: "Dashboards",
      about: "Welche man öffnen kann und wie sie Änderungen zeigen.",
    },
    periods: {
      title: "Zeiträume und Vergleiche",
      about: "Wann Jahre und Wochen beginnen und womit Werte verglichen werden.",
    },
    data: {
      title: "Daten",
      about: "Wann neue Daten erwartet werden. Was verspätet ist, steht auf jeder Seite.",
    },
    links: { title: "Links", about: "Ansichten, die man mit anderen teilt, die kein Konto haben." },
    agents: {
      title: "Agenten",
      about: "Assistenten, die mit einem API-Token über MCP nach Zahlen fragen. Sie ändern nichts.",
    },
    mail: {
      title: "E-Mail",
      about: "Der Mailserver für Berichte und Alarme, und an wen sie gehen dürfen.",
    },
    backups: {
      title: "Sicherungen",
      about:
        "Wann der Server von selbst eine erstellt. Der Ordner ist eine Servereinstellung: Bond sucht dort auch, wenn es seine Konten nicht lesen kann.",
    },
  },
  labels: {
    program_name: "Name des Programms",
    accent_color: "Farbe",
    currency: "Währung",
    time_zone: "Zeitzone",
    account_manager_name: "Kundenbetreuung: Name",
    account_manager_mail: "Kundenbetreuung: E-Mail-Adresse",
    account_manager_phone: "Kundenbetreuung: Telefon",
    change_colours: "Farben von Änderungen",
    modules: "Module des Programms",
    fiscal_year_start: "Erster Monat des Jahres",
    first_weekday: "Erster Tag der Woche",
    compare_to_date: "Laufende Zeiträume vergleichen mit",
    groups_as_of: "Gruppen, die zählen",
    expected_by: "Wann Daten fällig sind",
    allow_links: "Links ohne Konto",
    allow_agents: "Fragen von Agenten",
    link_days: "Längste Dauer eines Links in Tagen",
    link_frame_hosts: "Websites, die Links einrahmen dürfen",
    smtp_host: "Mailserver",
    smtp_port: "Anschluss (Port)",
    smtp_tls: "Verschlüsselung",
    smtp_user: "Benutzer",
    smtp_password: "Passwort",
    mail_from: "Absender",
    mail_domains: "Domains, die E-Mails erhalten dürfen",
    tell_mail: "Wer per E-Mail benachrichtigt wird",
    backup_at: "Uhrzeit der täglichen Sicherung",
    backup_keep: "Sicherungen, die bleiben",
  },
  options: {
    change_colours: [
      { value: "meaning", label: "Grün = besser, Rot = schlechter" },
      { value: "sign", label: "Grün = gestiegen, Rot = gefallen" },
    ],
    groups_as_of: [
      { value: "auto", label: "Wie sie waren; wo kleine Gruppen geschützt sind, wie sie heute sind" },
      { value: "now", label: "Wie sie heute sind" },
      { value: "window", label: "Wie sie am letzten Tag jedes Zeitraums waren" },
    ],
    compare_to_date: [
      { value: "last_year", label: "Denselben Tagen im Vorjahr" },
      { value: "previous_period", label: "Den Tagen davor" },
    ],
    smtp_tls: [
      { value: "starttls", label: "STARTTLS" },
      { value: "tls", label: "TLS von Anfang an" },
      { value: "none", label: "Keine" },
    ],
    first_weekday: [
      { value: "sunday", label: "Sonntag" },
      { value: "monday", label: "Montag" },
    ],
    fiscal_year_start: [
      "Januar",
      "Februar",
      "März",
      "April",
      "Mai",
      "Juni",
      "Juli",
      "August",
      "September",
      "Oktober",
      "November",
      "Dezember",
    ].map((label, at) => ({ value: String(at + 1), label })),
  },
  fixed: (by) => `Fest: gesetzt durch ${by}.`,
  chosen: (by, time, standard) =>
    `Gewählt${by && ` von ${by}`}, ${time}. Standard: ${standard === "" ? "leer" : standard}.`,
  all: "alle",
  switched: { true: "An", false: "Aus" },
  save: "Speichern",
  saved: "Die Einstellungen sind gespeichert.",
  kept: "Gesetzt. Zum Ersetzen ein anderes eingeben",
  restarts: "Wirkt, wenn der Server neu gestartet wird.",
  waits: "Der Server verwendet noch die vorige: Starten Sie ihn neu.",
  tryMail: "Testnachricht senden",
  tryTitle: "Testnachricht senden",
  tryDetail: "Sie enthält keine Werte. Was noch nicht gespeichert ist, wird nicht verwendet.",
  tryTo: "An",
  tryAction: "Senden",
  tried: (to) => `Der Mailserver hat eine Nachricht an ${to} angenommen.`,
  reset: "Auf Standard zurücksetzen",
  resetOf: (label) => `Auf Standard zurücksetzen: ${label}`,
  changes: (count) =>
    count === 1 ? "1 Änderung ist nicht gespeichert" : `${count} Änderungen sind nicht gespeichert`,
  discard: "Verwerfen",
};

/** The colour of the program, on what it is seen on. */
export const colour: Translation<typeof english.colour> = {
  pick: "Farbe auswählen",
  button: "Schaltfläche",
  link: "Link",
};

export const logo: Translation<typeof english.logo> = {
  title: "Logo",
  about:
    "Ein PNG oder JPEG mit höchstens 512 KB und 2.000 Pixeln je Seite. Es steht neben dem Namen des Programms, in Dateien und, für alle sichtbar, auf der Anmeldeseite.",
  none: "Keines",
  choose: "Bild wählen",
  replace: "Anderes wählen",
  remove: "Entfernen",
  isSet: "Das Logo ist gesetzt.",
  isRemoved: "Das Logo ist entfernt.",
  tooLarge: "Die Datei ist größer als 512 KB; speichern Sie das Bild kleiner und wählen Sie es noch einmal.",
};

export const server: Translation<typeof english.server> = {
  title: "Servereinstellungen",
  about:
    "Sie werden beim Start des Servers gelesen. Wer den Server betreibt, ändert sie in der Einstellungsdatei, in der Umgebung oder durch einen Schalter und startet ihn neu.",
  search: "Einstellungen durchsuchen",
  onlySet: "Nur was gesetzt ist",
  none: "Keine Einstellung passt",
  elsewhere: "Unter Einstellungen:",
  name: "Einstellung",
  value: "Wert",
  empty: "leer",
  origin: "Gesetzt durch",
  default: "Standard",
  meaning: "Bedeutung",
};
