import { moveCopy as copy } from "#texts/score";
import type { ScoreAnswer, ScorePart } from "../../generated/wire";
import { inUnitOf, partValue } from "./partFigures";

/** A part's figure last month and now; null if their texts are equal or one is missing. */
function partMove(part: ScorePart, answer: ScoreAnswer): string | null {
  if (part.value === null || part.valueLastMonth === null) return null;
  const [before, now] = [inUnitOf(part, part.valueLastMonth), partValue(part, answer)];
  return before === now ? null : copy.fromTo(before, now);
}

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

/** One step from last month's score to this month's: its start and end. */
export type Step = {
  key: string;
  label: string;
  from: number;
  to: number;
  points: number;
  /** How the part's figure moved, if the step is a single part. */
  figures?: string | null;
};

/** The number of parts that the waterfall names; the others are one step. */
const NAMED_STEPS = 6;

/** Removes the rounding errors of adding tenths in binary. */
const tenths = (points: number) => Math.round(points * 10) / 10;

/**
 * The steps from last month's score to this month's: the largest first, the others combined, then the effect
 * of added and dropped parts. They add up to the move.
 */
export function waterfall(answer: ScoreAnswer): Step[] {
  const { parts, coverageEffect } = answer.explain;
  if (answer.score === null || answer.scoreLastMonth === null) return [];
  const moved = parts
    .map((part) => ({
      key: part.key,
      label: part.label,
      points: part.pointsMoved ?? 0,
      figures: partMove(part, answer),
    }))
    .filter((part) => part.points !== 0)
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points) || a.label.localeCompare(b.label));
  // A single remaining part is named.
  const named = moved.length === NAMED_STEPS + 1 ? moved : moved.slice(0, NAMED_STEPS);
  const rest = tenths(moved.slice(named.length).reduce((sum, part) => sum + part.points, 0));
  const listed: Omit<Step, "from" | "to">[] = [...named];
  if (rest !== 0) listed.push({ key: "others", label: copy.others, points: rest });
  if (coverageEffect) listed.push({ key: "coverage", label: copy.coverage, points: coverageEffect });
  let at = answer.scoreLastMonth;
  return listed.map((step) => {
    const from = at;
    at = tenths(at + step.points);
    return { ...step, from, to: at };
  });
}

/** What moved the score, in one sentence. */
export function moveSentence(answer: ScoreAnswer, points: (n: number) => string): string {
  const { mom, parts } = answer.explain;
  if (answer.score === null || answer.scoreLastMonth === null || mom === null) return copy.noMove;
  const moved = parts.filter((part) => part.pointsMoved !== null && part.pointsMoved !== 0);
  const by = (part: ScorePart) => part.pointsMoved ?? 0;
  const most = moved.reduce<ScorePart | null>(
    (top, part) => (by(part) > (top ? by(top) : 0) ? part : top),
    null,
  );
  const least = moved.reduce<ScorePart | null>(
    (low, part) => (by(part) < (low ? by(low) : 0) ? part : low),
    null,
  );
  return copy.sentence({
    mom,
    points: points(Math.abs(mom)),
    now: points(answer.score),
    gave: most && { label: most.label, points: points(by(most)) },
    took: least && { label: least.label, points: points(-by(least)) },
  });
}
