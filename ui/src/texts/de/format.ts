import type * as english from "../en/format";
import type { Translation } from "../language";

export const formatCopy: Translation<typeof english.formatCopy> = {
  thousands: "\u00a0Tsd.",
  millions: "\u00a0Mio.",
  billions: "\u00a0Mrd.",
  trillions: "\u00a0Bio.",
  percent: { space: "\u00a0", unit: "%" },
  money: (sign, amount) => `${amount}\u00a0${sign}`,
  months: (count) => (count === 1 ? "Monat" : "Monate"),
  years: (count) => (count === 1 ? "Jahr" : "Jahre"),
  quarter: (number) => `Q${number}`,
};
