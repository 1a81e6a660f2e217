import type * as english from "../en/annotations";
import type { Translation } from "../language";

export const annotations: Translation<typeof english.annotations> = {
  title: (block) => `Anotaciones: ${block}`,
  tool: "Anotar",
  toolOf: (block) => `Anotar: ${block}`,
  starts: "Desde",
  ends: "Hasta",
  text: "Texto",
  of: "Mostrar en",
  ofFigure: (label) => `los gráficos de ${label}`,
  ofAll: "todos los gráficos",
  share: "Compartir con todos los que pueden verlo",
  save: "Guardar",
  saved: "La anotación se ha guardado.",
  datesWrong: "Elija un primer día y un último día que no sea anterior.",
  own: "privada",
  shared: "compartida",
  sharedBy: (login) => `compartida por ${login}`,
  corrected: ({ load, isUndo }) =>
    isUndo ? `la carga ${load} deshizo otra anterior de estos días` : `la carga ${load} corrigió estos días`,
  remove: "Eliminar",
  removeOf: (text) => `Eliminar la anotación: ${text}`,
  question: "¿Eliminarla?",
  cancel: "Cancelar",
  removed: "La anotación se ha eliminado.",
  failedToRemove: "No se pudo eliminar la anotación.",
  more: (count) => (count === 1 ? "1 anotación anterior" : `${count} anotaciones anteriores`),
  spoken: (marks) => `Anotaciones: ${marks.join("; ")}.`,
  mark: (days, text) => `${days}: ${text}`,
};
