import type * as english from "../en/news";
import type { Translation } from "../language";

export const news: Translation<typeof english.news> = {
  failed: "No se pudo cargar qué pasó",
  score: "BOND Score",
  instead: "El período del filtro no se puede valorar; este es el más largo que se puede.",
  nothing: (tests) =>
    `En este período no hay nada inusual: comprobamos ${tests} cambios. Los mayores fueron:`,
  few: "Hay muy pocos datos cargados para decir qué es inusual.",
  dayNothing: "En este día no hay nada inusual.",
  more: "Ver todo en Insights",
};
