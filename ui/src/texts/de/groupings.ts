import type * as english from "../en/groupings";
import type { Translation } from "../language";

export const groupingTexts: Translation<typeof english.groupingTexts> = {
  TIER: {
    label: "Stufe",
    title: "Stufen",
    empty: "Keine Stufen gefunden",
    noneTicked: "Keine Stufen",
    singular: "Stufe",
    counting: {
      NOW: "Stufen sind die des letzten Ladevorgangs: Wechselt ein Mitglied die Stufe, nimmt es frühere Werte mit.",
      WINDOW:
        "Stufen sind die vom letzten Tag jedes Zeitraums: Wechselt ein Mitglied die Stufe, bleiben frühere Werte, wo sie waren.",
    },
  },
  LOB: {
    label: "Geschäftsbereich",
    title: "Geschäftsbereiche",
    empty: "Keine Geschäftsbereiche gefunden",
    noneTicked: "Keine Geschäftsbereiche",
    singular: "Geschäftsbereich",
    counting: {
      NOW: "Geschäftsbereiche sind die des letzten Ladevorgangs.",
      WINDOW: "Geschäftsbereiche sind die vom letzten Tag jedes Zeitraums.",
    },
  },
  AUDIENCE: {
    label: "Zielgruppe",
    title: "Zielgruppen",
    empty: "Keine Zielgruppen gefunden",
    noneTicked: "Keine Zielgruppen",
    singular: "Zielgruppe",
    counting: {
      NOW: "Zielgruppen sind die des letzten Ladevorgangs.",
      WINDOW: "Zielgruppen sind die vom letzten Tag jedes Zeitraums.",
    },
    overlapNote:
      "Ein Mitglied kann in mehreren Zielgruppen sein, sodass deren Summe größer als die Gesamtzahl sein kann.",
  },
};
