import type * as english from "../en/links";
import type { Translation } from "../language";

export const links: Translation<typeof english.links> = {
  title: "Geteilte Links",
  detail:
    "Wer einen Link hat, sieht dessen Seite ohne Konto, mit den Daten, die sein Ersteller in diesem Moment sehen darf. Um einen zu erstellen, öffnen Sie eine Seite und wählen „Teilen“, „Link teilen …“.",
  failed: "Die Links konnten nicht geladen werden.",
  none: "Noch keine Links",
  name: "Name",
  of: (login) => `von ${login}`,
  until: "Bis",
  state: "Status",
  states: { works: "aktiv", expired: "abgelaufen", stopped: "gestoppt" },
  stoppedHint: "Der Ersteller darf die Seite nicht mehr sehen, oder Links sind nicht mehr erlaubt.",
  withPassword: "mit Passwort",
  opened: "Geöffnet",
  lastOpened: (at) => `zuletzt ${at}`,
  never: "Nie",
  actions: "Aktionen",
  remove: "Entfernen",
  removeOf: (name) => `${name} entfernen`,
  removeTitle: (name) => `„${name}“ entfernen?`,
  removeDetail: "Der Link funktioniert sofort nicht mehr, auch für die, die ihn geöffnet haben.",
  newTitle: (screen) => `Ein Link zu ${screen}`,
  newDetail:
    "Wer den Link hat, sieht diese Seite mit den jetzigen Filtern und Einstellungen und kann sie nicht ändern. Ein Zeitraum wie „Letzte 30 Tage“ läuft mit.",
  nameHint: "Besucher sehen ihn.",
  days: "Gültig für",
  password: "Passwort (optional)",
  passwordHint: "12 bis 128 Zeichen. Senden Sie es nicht zusammen mit dem Link.",
  make: "Link erstellen",
  saved: "Der Link ist erstellt.",
  made: "Ihr Link",
  madeDetail: (until) =>
    `Er funktioniert bis ${until}. Kopieren Sie ihn jetzt: Er wird nicht noch einmal gezeigt.`,
  framed: (hosts) => `Websites, die ihn einbetten dürfen: ${hosts.join(", ")}.`,
  address: "Adresse",
};
