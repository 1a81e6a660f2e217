import type * as english from "../en/views";
import { formatList } from "../format";
import type { Translation } from "../language";

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export const views: Translation<typeof english.views> = {
  menu: "Ansichten",
  open: (name, changed) => (changed ? `${name} (geändert)` : name),
  label: (shown) => `Ansichten: ${shown}`,
  title: "Gespeicherte Ansichten",
  none: "Noch keine Ansichten. Speichern Sie, was Sie sehen, um dahin zurückzukehren.",
  failed: "Die Ansichten konnten nicht geladen werden.",
  search: "Ansichten suchen",
  noneFound: "Keine Ansicht hat diesen Namen.",
  own: "privat",
  shared: "geteilt",
  sharedBy: (login) => `geteilt von ${login}`,
  first: "öffnet zuerst",
  closed: "für Sie nicht verfügbar",
  actionsOf: (name) => `Aktionen für ${name}`,
  rename: "Umbenennen",
  replace: "Durch das Gezeigte ersetzen",
  share: "Teilen",
  keepPrivate: "Privat machen",
  makeFirst: "Nach der Anmeldung öffnen",
  notFirst: "Nach der Anmeldung nicht öffnen",
  remove: "Löschen",
  removeOf: (name) => `„${name}“ löschen?`,
  removeShared: "Auch andere verlieren sie.",
  cancel: "Abbrechen",
  name: "Name",
  save: "Speichern",
  saveTitle: "Das Gezeigte speichern",
  shareNew: "Mit allen teilen, die diese Seite sehen dürfen",
  saved: (name) => `„${name}“ ist gespeichert.`,
  removed: (name) => `„${name}“ ist gelöscht.`,
  firstSet: (name) => `„${name}“ öffnet sich nach der Anmeldung.`,
  firstUnset: "Nach der Anmeldung öffnet sich der Programm-Monitor.",
  failedToSave: "Die Ansicht konnte nicht gespeichert werden.",
  screenGone: (name) => `Die Seite von „${name}“ ist nicht verfügbar. Stattdessen wird diese gezeigt.`,
  groups: (count) => counted(count, "Gruppe", "Gruppen"),
  offers: (count) => counted(count, "Angebot", "Angebote"),
  categories: (count) => counted(count, "Angebotskategorie", "Angebotskategorien"),
  gone: (name, what, isSome) =>
    `„${name}“ enthält ${formatList(what)} ohne Zugriff für Sie. ${
      isSome ? "Der Rest wird gezeigt." : "Stattdessen werden alle gezeigt."
    }`,
};
