import type * as english from "../en/trends";
import type { Translation } from "../language";

export const trends: Translation<typeof english.trends> = {
  title: "Tendencias",
  headings: {
    PREVIOUS_PERIOD: "Frente al período anterior",
    SAME_DATES_LAST_YEAR: "Interanual",
    SAME_WEEKDAYS_LAST_YEAR: "Frente a los días del año pasado",
    PREVIOUS_FULL_PERIOD: "Frente al período completo anterior",
    SELECTED_DATES: "Frente a las otras fechas",
  },
  metric: "Métrica",
  change: "% de cambio",
  changeFrom: (range) => `% de cambio desde ${range}`,
  againstBefore: (count, unit) => {
    if (count === 1) return unit === "day" ? "Frente al día anterior" : "Frente al mes anterior";
    return `Frente a los ${count} ${unit === "day" ? "días" : "meses"} anteriores`;
  },
  againstFull: (unit) =>
    `Frente al ${{ month: "mes", quarter: "trimestre", year: "año" }[unit]} completo anterior`,
  againstLastYear: "Frente a las mismas fechas de un año antes",
  against: {
    SAME_WEEKDAYS_LAST_YEAR: "Frente a los días de 52 semanas antes",
    SELECTED_DATES: "Frente a las fechas elegidas",
  },
  close: "Cerrar",
  closeLabel: "Cerrar las tendencias",
  download: "Descargar CSV",
  failed: "No se pudieron cargar las tendencias",
};
