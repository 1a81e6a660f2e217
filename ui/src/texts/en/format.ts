/** How figures are written around their digits. */
export const formatCopy = {
  /** After a figure in thousands, millions, billions and trillions. */
  thousands: "K",
  millions: "M",
  billions: "B",
  trillions: "T",
  percent: (figure: string) => `${figure}%`,
  /** A sign that ends with a letter stands apart. */
  money: (sign: string, amount: string) =>
    /[A-Za-z]$/.test(sign) ? `${sign}\u00a0${amount}` : sign + amount,
  months: (figure: string) => `${figure} ${figure === "1" ? "month" : "months"}`,
  years: (count: number) => `${count} ${count > 1 ? "years" : "year"}`,
  quarter: (number: number) => `Q${number}`,
} as const;
