import type * as english from "../en/score";
import type { Translation } from "../language";

export const scoreCopy: Translation<typeof english.scoreCopy> = {
  leftTitle: "Más puntos pendientes",
  left: (points) => `${points} puntos pendientes`,
  nothingLeft: "Todos los componentes que cuentan han alcanzado su objetivo.",
  pillars: { Reach: "Alcance", Habit: "Hábito", Value: "Valor", Loyalty: "Lealtad", Voice: "Voz" },
  definitionsTitle: "Qué significa cada componente",
  definitions: {
    enrolled2Eligible:
      "Miembros registrados como proporción de los elegibles, ambos al último día del período.",
    clientsRetentionRate:
      "De los miembros registrados antes del período, la proporción que inició sesión durante él.",
    programActiveRate:
      "Miembros activos como proporción de los miembros registrados hasta el último día del período.",
    returnRate:
      "Miembros con un inicio de sesión recurrente en el período como proporción de los miembros que iniciaron sesión.",
    redemptionRate:
      "Pares distintos (miembro, oferta) con un clic de canje como proporción de los que tienen una visualización. Un clic sin visualización en el período puede elevarla por encima del 100 %. Las tablas la llaman «Tasa de canje».",
    engagementRate:
      "Miembros comprometidos como proporción de los miembros registrados hasta el último día del período.",
    faActivityLevel:
      "Media de los niveles de actividad que el programa comunicó para los meses que coinciden con el período. Los grupos no la restringen.",
    csat: "Proporción de respuestas de 4 o 5, de 5, a la encuesta de satisfacción en el período.",
    averageTenure:
      "Tiempo desde el primer hasta el último inicio de sesión, como media de los miembros registrados hasta el último día del período, en meses de 30,4375 días. Depende solo de ese día.",
  },
  ratio: (numerator, denominator) => `Ahora ${numerator} de ${denominator}.`,
  floorTarget: (floor, target) => `0 puntos con ${floor}, todos los puntos desde ${target}`,
};
