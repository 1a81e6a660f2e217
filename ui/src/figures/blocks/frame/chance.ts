import type { MetricInfo } from "../../../texts/en/generated/metrics";

/** How many standard errors a change has to exceed, not to be within chance. */
const SURE = 2;

/** A rate as the counts that it divides. */
export type Rate = { readonly of: number; readonly by: number };

/**
 * The same of a rate. Of members, each counts once (binomial); rows of members vary at least as much, so that of a larger
 * change nothing is known.
 */
export function isRateWithinChance(
  { course }: Pick<MetricInfo, "course">,
  now: Rate,
  before: Rate,
): boolean | undefined {
  const varianceOf = ({ of, by }: Rate) => {
    const share = Math.min(1, of / by);
    return (share * (1 - share)) / by;
  };
  const change = Math.abs(now.of / now.by - before.of / before.by);
  const isChance = change <= SURE * Math.sqrt(varianceOf(now) + varianceOf(before));
  if (change === 0) return undefined;
  return isChance || (course === "rate" ? undefined : false);
}

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
