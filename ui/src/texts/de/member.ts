import type * as english from "../en/member";
import type { Translation } from "../language";

export const member: Translation<typeof english.member> = {
  title: "Anfrage eines Mitglieds",
  detail:
    "Alles, was über ein Mitglied gespeichert ist: was eine Löschung entfernen würde. Sie erhalten eine Datei für das Mitglied. Im Prüfprotokoll steht jeder Abruf.",
  open: "Zeigen, was gespeichert ist",
  id: "Mitgliedsnummer",
  idHint: "Wie in Ihren Dateien, nicht die Kennung, die Bond stattdessen speichert.",
  save: "Als Zip speichern",
  saved: (id) => `Was über ${id} gespeichert ist, liegt in der Datei.`,
};
