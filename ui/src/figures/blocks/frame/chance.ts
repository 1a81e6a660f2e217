import type { MetricInfo } from "../../../texts/en/generated/metrics";

/** How many standard errors a change has to exceed, not to be within chance. */
const SURE = 2;

/**
 * Whether the change of a figure may be chance. The answer says it of rates and means. A count varies at least as much as
 * one of events that do not depend on each other (Poisson): the variance of what happens in a period is its count, and
 * that of a day's level is what came and left, of which the change is the least. So a smaller change is within chance,
 * and of a larger one nothing is known: undefined.
 *
 * @param said what the answer says
 */
export function isWithinChance(
  { unit, course }: Pick<MetricInfo, "unit" | "course">,
  now: number | null,
  before: number | null,
  said?: boolean,
): boolean | undefined {
  const isCount = unit === "count" && (course === "flow" || course === "level");
  if (said !== undefined || !isCount || now === null || before === null) return said;
  const change = Math.abs(now - before);
  if (change === 0) return undefined;
  const variance = course === "level" ? change : now + before;
  return change <= SURE * Math.sqrt(variance) || undefined;
}
