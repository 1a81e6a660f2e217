import type * as english from "../en/groupings";
import type { Translation } from "../language";

export const groupingTexts: Translation<typeof english.groupingTexts> = {
  TIER: {
    label: "Nivel",
    title: "Niveles",
    empty: "No se encontraron niveles",
    noneTicked: "Ningún nivel",
    singular: "nivel",
    counting: {
      NOW: "Los niveles son los de la última carga: un miembro que cambia de nivel lleva consigo sus cifras anteriores.",
      WINDOW:
        "Los niveles son los del último día de cada período: si un miembro cambia de nivel, sus cifras anteriores se quedan donde estaban.",
    },
  },
  LOB: {
    label: "Línea de negocio",
    title: "Líneas de negocio",
    empty: "No se encontraron líneas de negocio",
    noneTicked: "Ninguna línea de negocio",
    singular: "línea de negocio",
    counting: {
      NOW: "Las líneas de negocio son las de la última carga.",
      WINDOW: "Las líneas de negocio son las del último día de cada período.",
    },
  },
  AUDIENCE: {
    label: "Audiencia",
    title: "Audiencias",
    empty: "No se encontraron audiencias",
    noneTicked: "Ninguna audiencia",
    singular: "audiencia",
    counting: {
      NOW: "Las audiencias son las de la última carga.",
      WINDOW: "Las audiencias son las del último día de cada período.",
    },
    overlapNote: "Un miembro puede estar en varias audiencias, así que la suma puede superar el total.",
  },
};
