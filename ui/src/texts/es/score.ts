import type * as english from "../en/score";
import type { Translation } from "../language";

export const detailCopy: Translation<typeof english.detailCopy> = {
  detailTitle: "BOND Score en detalle",
  movedTitle: "Por qué cambió desde el mes pasado",
  leftTitle: "Más puntos pendientes",
  left: (points) => `${points} puntos pendientes`,
  nothingLeft: "Todos los componentes que cuentan han alcanzado su objetivo.",
  pillars: { Reach: "Alcance", Habit: "Hábito", Value: "Valor", Loyalty: "Lealtad", Voice: "Voz" },
  definitionsTitle: "Qué significa cada componente",
  ratio: (numerator, denominator) => `Ahora ${numerator} de ${denominator}.`,
  floorTarget: (floor, target) => `0 puntos con ${floor}, todos los puntos desde ${target}`,
};

export const moveCopy: Translation<typeof english.moveCopy> = {
  from: "Mes pasado",
  to: "Ahora",
  fromTo: (before, now) => `de ${before} a ${now}`,
  coverage: "Componentes añadidos o retirados",
  others: "Otros componentes",
  sentence: ({ mom, points, now, gave, took }) => {
    const whole =
      mom === 0
        ? `La puntuación sigue en ${now}`
        : `La puntuación ${mom > 0 ? "subió" : "bajó"} ${points} puntos hasta ${now}`;
    const causes: string[] = [];
    if (gave) causes.push(`${gave.label} fue lo que más sumó (+${gave.points})`);
    if (took) causes.push(`${took.label} fue lo que más restó (−${took.points})`);
    if (mom < 0) causes.reverse();
    return causes.length > 0 ? `${whole}: ${causes.join(", ")}.` : `${whole}.`;
  },
  noMove: "No hay puntuación del mes pasado, así que no hay con qué comparar.",
  withinChance: "Un cambio tan pequeño está dentro de lo que ocurre por azar.",
};
