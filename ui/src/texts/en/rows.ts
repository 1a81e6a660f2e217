/** A number of rows, as it is written. */
export const rowsOf = (rows: string) => `${rows} ${rows === "1" ? "row" : "rows"}`;
