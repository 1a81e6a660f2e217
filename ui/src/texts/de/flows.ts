import type * as english from "../en/flows";
import type { Translation } from "../language";

/** Members who moved from group to group. */
export const flows: Translation<typeof english.flows> = {
  from: "Von",
  to: "Nach",
  notRegistered: "Nicht registriert",
  joined: "Neu",
  others: "Andere Mitglieder",
  all: "Alle Mitglieder",
  up: "aufgestiegen",
  down: "abgestiegen",
  said: (all, joined, up, down) =>
    `${all} ${all === "1" ? "Mitglied" : "Mitglieder"}: ${joined} neu, ${up} aufgestiegen und ${down} abgestiegen.`,
  saidWithoutOrder: (all, joined, moved) =>
    `${all} ${all === "1" ? "Mitglied" : "Mitglieder"}: ${joined} neu, ${moved} gewechselt.`,
  one: (members, from, to) => `${members} von ${from} nach ${to}`,
  ofMany:
    "Ein Mitglied kann in mehreren Zielgruppen sein, daher wechselt niemand von einer zur anderen. Die Tabelle darunter zeigt, wer zu jeder kam und wer sie verließ.",
  othersNote: "Andere Mitglieder waren oder sind in keiner der gewählten Gruppen.",
  nobody: "Niemand hat gewechselt.",
  ofNow: "Mitglieder, die jetzt in den gewählten Gruppen sind, gleich in welchen sie zuvor waren.",
  opens:
    "Öffnen Sie eine Gruppe, um zu sehen, ob ihre Mitglieder mehr oder weniger aktiv wurden oder andere hinzukamen.",
};
