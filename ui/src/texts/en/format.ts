/** How figures are written around their digits. */
export const formatCopy = {
  /** After a figure in thousands, millions, billions and trillions. */
  thousands: "K",
  millions: "M",
  billions: "B",
  trillions: "T",
  /** After a percentage, and what stands between the two. */
  percent: { space: "", unit: "%" },
  /** A sign that ends with a letter stands apart. */
  money: (sign: string, amount: string) =>
    /[A-Za-z]$/.test(sign) ? `${sign}\u00a0${amount}` : sign + amount,
  /** After a number of months or years. */
  months: (count: number) => (count === 1 ? "month" : "months"),
  years: (count: number) => (count === 1 ? "year" : "years"),
  quarter: (number: number) => `Q${number}`,
} as const;
