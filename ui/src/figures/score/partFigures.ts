import type { ScoreAnswer, ScorePart } from "../../generated/wire";
import { formatTenure, formatUnit, NO_VALUE } from "../../texts/format";

/** A part's figure in its own unit: percentages, tenure in years and months. */
export function partValue(part: ScorePart, answer: ScoreAnswer): string {
  if (part.key === "averageTenure") return formatTenure(part.value === null ? null : answer.averageTenure);
  return part.value === null ? NO_VALUE : formatUnit(part.value, part.unit);
}

/** A value in a part's unit: its floor, its target, or its figure of last month. */
export function inUnitOf(part: ScorePart, value: number): string {
  return formatUnit(value, part.unit);
}
