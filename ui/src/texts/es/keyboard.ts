import type * as english from "../en/keyboard";
import type { Translation } from "../language";

export const keyboard: Translation<typeof english.keyboard> = {
  search: "Buscar",
  placeholder: "Pantallas, cifras, ofertas, grupos",
  results: "Resultados",
  groups: { recent: "Recientes", screen: "Pantallas", figure: "Cifras", item: "Nombres", action: "Acciones" },
  partOfScore: "Componente del BOND Score",
  whyItMoved: "Por qué cambió",
  showScore: "Desglose de la puntuación",
  found: (count) => (count === 1 ? "1 resultado" : `${count} resultados`),
  nothing: (text) => `No se encontró nada para «${text}»`,
  nothingHint: "Pruebe con otra palabra, como sesión, ofertas o tema.",
  keys: { enter: "Intro", escape: "Esc", control: "Ctrl", search: "K" },
  move: "para moverse",
  open: "para abrir",
  close: "para cerrar",
  shortcuts: "Atajos de teclado",
  anywhere: "En todas las pantallas",
  goTo: "Ir a",
  thenPress: "luego",
  or: "o",
  actions: {
    search: "Buscar pantallas, cifras y acciones",
    shortcuts: "Ver los atajos",
    filters: "Ir a los filtros",
    theme: "Cambiar entre oscuro y claro",
  },
  escape: "Cerrar lo último que se abrió",
  off: "Las teclas sueltas están desactivadas en su cuenta.",
  note: "Los atajos funcionan mientras no escriba en un campo.",
  change: "Cambiarlo en su cuenta",
};
