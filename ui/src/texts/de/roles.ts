import type * as english from "../en/roles";
import type { Translation } from "../language";

export const roles: Translation<typeof english.roles> = {
  title: "Rollen",
  detail:
    "Eine Rolle gibt Zugriff auf Module und kann auf einige Mitglieder beschränkt sein. Ein Konto kann mehrere Rollen haben und darf, was eine davon erlaubt.",
  add: "Rolle hinzufügen",
  role: "Rolle",
  names: { ROLE_ADMIN: "Administrator", USERS: "Benutzer" },
  builtIn: "Eingebaut",
  modules: "Module",
  all: "Alle",
  allBut: (names) => `Alle außer ${names}`,
  andChanges: (name) => `${name} (darf ändern)`,
  members: "Mitglieder",
  everybody: "Alle",
  alsoWithout: "auch Website und Zeitplan",
  users: "Benutzer",
  show: "Anzeigen",
  showOf: (name) => `${name} anzeigen`,
  change: "Ändern",
  changeOf: (name) => `${name} ändern`,
  copy: "Kopieren",
  copyOf: (name) => `${name} kopieren`,
  copyName: (name) => `kopie-von-${name}`,
  delete: "Löschen",
  deleteOf: (name) => `${name} löschen`,

  newRole: "Neue Rolle",
  name: "Name",
  nameHint: "Buchstaben, Ziffern, Punkte, Binde- und Unterstriche. Der Name lässt sich später nicht ändern.",
  mayChange: "Darf ändern",
  builtInDetail:
    "Diese Rolle gehört zu Bond und lässt sich nicht ändern oder löschen. Kopieren Sie sie für eine ähnliche.",
  groupsTitle: "Mitglieder, die sie zeigt",
  groupsDetail:
    "Nichts gewählt: alle Mitglieder. Sonst zählen in jeder Zahl, Liste und Datei nur Mitglieder in einer der gewählten Gruppen jeder Liste.",
  groupsClosed:
    "Eine Rolle, die Administration oder Daten öffnet, lässt sich nicht beschränken. Legen Sie für die Zahlen eine andere Rolle an.",
  noGroups: "Noch sind keine Gruppen geladen.",
  missing: (id) => `${id} (nicht geladen)`,
  withoutMembers:
    "Auch zeigen, was zu keinem Mitglied gehört: die Zahlen der Website und den Zeitplan der E-Mails",
  groupings: { TIER: "Stufen", LOB: "Geschäftsbereiche", AUDIENCE: "Zielgruppen" },
  save: "Speichern",
  saved: (name) => `Die Rolle ${name} ist gespeichert.`,
  savedDetail: "Sie gilt für Benutzer ab deren nächstem Klick.",

  deleteTitle: (name) => `Die Rolle ${name} löschen?`,
  deleteUnused: "Niemand hat sie.",
  deleteUsed: (users) => `Sie wird ${users} entzogen. Wer keine andere Rolle hat, kann danach nichts öffnen.`,
  usersOf: (count) => (count === 1 ? "1 Konto" : `${count} Konten`),
  keysOf: (count) => (count === 1 ? "1 Single-Sign-on-Schlüssel" : `${count} Single-Sign-on-Schlüsseln`),
  and: " und ",
  deleted: (name) => `Die Rolle ${name} ist gelöscht.`,
};
