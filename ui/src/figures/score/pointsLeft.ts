import type { ScorePart } from "../../generated/wire";

/** Whether a part is the share of its numerator in its denominator; a mean of percentages is not. */
export function isShare({ unit, value, numerator, denominator }: ScorePart): boolean {
  if (unit !== "percent" || value === null || numerator === null || !denominator) return false;
  return Math.abs((100 * numerator) / denominator - value) < 0.01;
}

/** The points that a part can still add, rounded to the one decimal shown. */
export function pointsLeft(part: ScorePart): number {
  if (part.state !== "ok") return 0;
  return Math.round(((part.pointsPossible ?? 0) - (part.pointsEarned ?? 0)) * 10) / 10;
}

/** The parts with the most points left, largest first. */
export function mostPointsLeft(parts: readonly ScorePart[], count: number): ScorePart[] {
  return parts
    .filter((part) => pointsLeft(part) > 0)
    .sort((a, b) => pointsLeft(b) - pointsLeft(a) || a.label.localeCompare(b.label))
    .slice(0, count);
}
