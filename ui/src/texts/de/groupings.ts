import type * as english from "../en/groupings";
import type { Translation } from "../language";

export const groupingTexts: Translation<typeof english.groupingTexts> = {
  TIER: {
    label: "Stufe",
    title: "Stufen",
    empty: "Keine Stufen gefunden",
    noneTicked: "Keine Stufen",
    singular: "Stufe",
    note: "Stufen sind die des letzten Ladevorgangs: Wechselt ein Mitglied die Stufe, nimmt es frühere Werte mit.",
  },
  LOB: {
    label: "Geschäftsbereich",
    title: "Geschäftsbereiche",
    empty: "Keine Geschäftsbereiche gefunden",
    noneTicked: "Keine Geschäftsbereiche",
    singular: "Geschäftsbereich",
  },
  AUDIENCE: {
    label: "Zielgruppe",
    title: "Zielgruppen",
    empty: "Keine Zielgruppen gefunden",
    noneTicked: "Keine Zielgruppen",
    singular: "Zielgruppe",
    overlapNote:
      "Ein Mitglied kann in mehreren Zielgruppen sein, sodass deren Summe größer als die Gesamtzahl sein kann.",
  },
};
