/** The first and the last year a date may have. */
export const FIRST_YEAR = 1000;
export const LAST_YEAR = 3000;

/** How many days a month (1 to 12) has. */
export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Whether a text is a day that the server accepts: yyyy-mm-dd, year 1000 to 3000, with leap years. */
export function isDay(text: unknown): text is string {
  const match = typeof text === "string" ? /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) : null;
  if (!match) return false;
  const [year, month, date] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || month > 12) return false;
  return date >= 1 && date <= daysInMonth(year, month);
}
