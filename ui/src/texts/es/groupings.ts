import type * as english from "../en/groupings";
import type { Translation } from "../language";

export const groupingTexts: Translation<typeof english.groupingTexts> = {
  TIER: {
    label: "Nivel",
    title: "Niveles",
    empty: "No se encontraron niveles",
    noneTicked: "Ningún nivel",
    singular: "nivel",
    note: "Los niveles son los de la última carga: un miembro que cambia de nivel lleva consigo sus cifras anteriores.",
  },
  LOB: {
    label: "Línea de negocio",
    title: "Líneas de negocio",
    empty: "No se encontraron líneas de negocio",
    noneTicked: "Ninguna línea de negocio",
    singular: "línea de negocio",
  },
  AUDIENCE: {
    label: "Audiencia",
    title: "Audiencias",
    empty: "No se encontraron audiencias",
    noneTicked: "Ninguna audiencia",
    singular: "audiencia",
    overlapNote: "Un miembro puede estar en varias audiencias, así que la suma puede superar el total.",
  },
};
