import type * as english from "../en/trends";
import type { Translation } from "../language";

export const trends: Translation<typeof english.trends> = {
  title: "Trends",
  headings: {
    PREVIOUS_PERIOD: "Zum vorherigen Zeitraum",
    SAME_DATES_LAST_YEAR: "Zum Vorjahr",
    SAME_WEEKDAYS_LAST_YEAR: "Zu den Wochentagen im Vorjahr",
    PREVIOUS_FULL_PERIOD: "Zum vorherigen ganzen Zeitraum",
    SELECTED_DATES: "Zu den anderen Tagen",
  },
  metric: "Kennzahl",
  change: "Änderung in %",
  changeFrom: (range) => `Änderung in % gegenüber ${range}`,
  againstBefore: (count, unit) => {
    if (count === 1) return unit === "day" ? "Gegenüber dem Tag davor" : "Gegenüber dem Monat davor";
    return `Gegenüber den ${count} ${unit === "day" ? "Tagen" : "Monaten"} davor`;
  },
  againstFull: (unit) =>
    `Gegenüber dem ganzen ${{ month: "Monat", quarter: "Quartal", year: "Jahr" }[unit]} davor`,
  againstLastYear: "Gegenüber denselben Tagen ein Jahr zuvor",
  against: {
    SAME_WEEKDAYS_LAST_YEAR: "Gegenüber den Tagen 52 Wochen zuvor",
    SELECTED_DATES: "Gegenüber den gewählten Tagen",
  },
  close: "Schließen",
  closeLabel: "Trends schließen",
  download: "CSV herunterladen",
  failed: "Trends konnten nicht geladen werden",
};
