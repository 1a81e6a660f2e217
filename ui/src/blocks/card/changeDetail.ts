import type { Change, Polarity, Unit } from "../../api/generated/wire";
import { blocks as copy } from "../../copy";
import { formatUnit } from "../../format";
import { pointsText } from "../frame/ChangePill";

/**
 * The line beneath a figure: what it was, the difference in points of a percentage, which direction is
 * good where that is down, and why there is no change where there is none.
 *
 * @param sentence the sentence with the earlier figure; a card has less room than a summary
 */
export function changeDetail(
  change: Change,
  { unit, polarity }: { unit: Unit; polarity: Polarity },
  currency: string,
  sentence: (before: string) => string,
): string {
  const parts: string[] = [];
  if (change.note) parts.push(change.note);
  else if (change.before !== null) parts.push(sentence(formatUnit(change.before, unit, { currency })));
  parts.push(pointsText(change.points, unit));
  if (polarity === "lower") parts.push(copy.lowerIsBetter);
  return parts.filter(Boolean).join(" · ");
}
