import { score as copy } from "#texts/page";
import type { ScoreAnswer } from "../../generated/wire";
import { formatDate, formatDelta, NO_VALUE } from "../../texts/format";
import { LOCALE } from "../../texts/language";

const oneDecimal = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Points with exactly one decimal: the score always shows one. */
export function formatPoints(points: number | null | undefined): string {
  return points === null || points === undefined ? NO_VALUE : oneDecimal.format(points);
}

/** A move in points with its sign: "+2.4", "−0.3". */
export function formatMove(points: number): string {
  return formatDelta(points, { least: 1 });
}

/** Whether the change of the score is within normal variation. */
export function isMoveWithinChance({ explain: { mom, withinChance } }: ScoreAnswer): boolean {
  return mom !== null && mom !== 0 && withinChance === true;
}

/**
 * The score in words, for readers who cannot see the gauge.
 *
 * @param scope the groups it covers, if not all
 */
export function describeScore(answer: ScoreAnswer, scope: string | null): string {
  const { mom, asOf } = answer.explain;
  const scoped = (text: string) => (scope === null ? text : `${text}, ${scope}`);
  if (answer.score === null) return scoped(copy.spoken.none);
  const parts: string[] = [scoped(copy.spoken.value(formatPoints(answer.score)))];
  if (mom === null) parts.push(copy.noLastMonth);
  else if (mom === 0) parts.push(copy.unchanged);
  else
    parts.push(copy.spoken.move(formatPoints(Math.abs(mom)), mom > 0, formatPoints(answer.scoreLastMonth)));
  if (isMoveWithinChance(answer)) parts.push(copy.spoken.withinChance);
  if (asOf) parts.push(copy.spoken.asOf(formatDate(asOf)));
  return parts.join(". ");
}
