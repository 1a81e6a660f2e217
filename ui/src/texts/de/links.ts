import type * as english from "../en/links";
import type { Translation } from "../language";

export const links: Translation<typeof english.links> = {
  title: "Geteilte Links",
  detail:
    "Wer einen Link hat, sieht dessen Seite ohne Konto, mit dem, was sein Ersteller in diesem Moment sehen darf. Um einen zu erstellen, öffnen Sie eine Seite und wählen „Teilen“, „Link teilen …“.",
  failed: "Die Links konnten nicht geladen werden.",
  none: "Noch keine Links",
  name: "Name",
  of: (login) => `von ${login}`,
  until: "Bis",
  state: "Zustand",
  states: { works: "aktiv", expired: "abgelaufen", stopped: "gestoppt" },
  stoppedHint: "Der Ersteller darf die Seite nicht mehr sehen, oder Links sind nicht erlaubt.",
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
    "Wer den Link hat, sieht diese Seite mit den jetzigen Filtern und Einstellungen und kann sie nicht ändern. Ein Zeitraum wie die letzten 30 Tage läuft mit.",
  nameHint: "Besucher sehen ihn.",
  days: "Gültig für",
  password: "Passwort, wenn Sie eines möchten",
  passwordHint: "12 bis 30 Zeichen. Senden Sie es auf einem anderen Weg als den Link.",
  make: "Link erstellen",
  saved: "Der Link ist angelegt.",
  made: "Der Link",
  madeDetail: (until) =>
    `Er funktioniert bis ${until}. Kopieren Sie ihn jetzt: Er wird nicht wieder angezeigt.`,
  framed: (hosts) => `In einem Rahmen dürfen ihn zeigen: ${hosts.join(", ")}.`,
  address: "Adresse",
  done: "Fertig",
};
