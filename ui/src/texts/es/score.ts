import type * as english from "../en/score";
import type { Translation } from "../language";

export const scoreCopy: Translation<typeof english.scoreCopy> = {
  leftTitle: "Más puntos pendientes",
  left: (points) => `${points} puntos pendientes`,
  nothingLeft: "Todos los componentes que cuentan han alcanzado su objetivo.",
  pillars: { Reach: "Alcance", Habit: "Hábito", Value: "Valor", Loyalty: "Lealtad", Voice: "Voz" },
  definitionsTitle: "Qué significa cada componente",
  ratio: (numerator, denominator) => `Ahora ${numerator} de ${denominator}.`,
  floorTarget: (floor, target) => `0 puntos con ${floor}, todos los puntos desde ${target}`,
};
