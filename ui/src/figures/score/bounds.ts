import type { Unit } from "../../generated/wire";

/** The largest target that the page offers: of the score in points, of a part in percent or months. */
export const mostOf = (unit?: Unit) => (unit === "months" ? 120 : 100);
