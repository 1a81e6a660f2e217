import type { Translation } from "../language";
import type * as english from "./detailCopy";

export const detailCopy: Translation<typeof english.detailCopy> = {
  detailTitle: "BOND Score en detalle",
  movedTitle: "Qué lo movió desde el mes pasado",
  leftTitle: "Más puntos pendientes",
  left: (points) => `${points} puntos pendientes`,
  nothingLeft: "Todos los componentes que cuentan han alcanzado su objetivo.",
  definitionsTitle: "Qué significa cada componente",
  ratio: (numerator, denominator) => `Ahora ${numerator} de ${denominator}.`,
  floorTarget: (floor, target) => `0 puntos con ${floor}, todos los puntos desde ${target}`,
};
