import type * as english from "../en/format";
import type { Translation } from "../language";

export const formatCopy: Translation<typeof english.formatCopy> = {
  thousands: "\u00a0mil",
  millions: "\u00a0M",
  billions: "\u00a0mil\u00a0M",
  trillions: "\u00a0B",
  percent: { space: "\u00a0", unit: "%" },
  money: (sign, amount) => `${amount}\u00a0${sign}`,
  months: (count) => (count === 1 ? "mes" : "meses"),
  years: (count) => (count === 1 ? "año" : "años"),
  quarter: (number) => `T${number}`,
};
