import type { Block } from "../api/generated/wire";

/**
 * A block of an answer that is none on the wire. It has no filter of its own, so what stands there is
 * what nobody chose.
 *
 * @param recordCount how many rows were asked for; null for all
 */
export function bareBlock(type: string, data: unknown, recordCount: number | null = null): Block {
  return {
    type,
    filterParams: {
      timeScale: "BY_MONTHS",
      viewBy: "TOTALS",
      viewByH1: "LOB",
      viewByH2: "NONE",
      recordCount,
    },
    data,
  };
}
