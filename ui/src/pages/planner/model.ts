import { planner as copy } from "#texts/planner";
import { ofType } from "../../figures/filters/groupings";
import { formatPoints } from "../../figures/score/describeScore";
import type {
  ForecastAnswer,
  ForecastPoint,
  Mixture,
  PartChange,
  PartKey,
  PlanAnswer,
  PlannedPart,
  PlannerAnswer,
  UserGroup,
} from "../../generated/wire";
import { formatDelta, formatList, formatMonths, formatNumber, formatUnit } from "../../texts/format";

/** How many more of each part are tried; parts that are not in it stay as they are. */
export type Tried = Readonly<Partial<Record<PartKey, number>>>;

/** The changes of a call. */
export function changesOf(tried: Tried): PartChange[] {
  return Object.entries(tried)
    .filter(([, more]) => more !== 0)
    .map(([part, more]) => ({ part: part as PartKey, more }));
}

/** A mixture as what is tried. */
export function triedOf(mixture: Mixture): Tried {
  return Object.fromEntries(mixture.parts.map(({ key, more }) => [key, more]));
}

/** The ends and the step of a part's slider: up to its target, or half of what is counted, and as far down. */
export function reachOf({ counted, toTarget, least, most }: PlannedPart): {
  least: number;
  most: number;
  step: number;
} {
  const far = Math.max(toTarget ?? 0, Math.ceil((counted ?? 0) / 2), 1);
  return { least: Math.max(least ?? 0, -far), most: Math.min(most ?? 0, far), step: stepOf(far) };
}

/** 1, 2 or 5 times a power of ten, so that a slider has about 200 steps. */
function stepOf(most: number): number {
  const least = most / 200;
  if (least <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((times) => times * power >= least) ?? 10) * power;
}

/** What a part counts, in the singular or plural. */
export function unitOf({ one, many }: PlannedPart, more: number): string {
  return Math.abs(more) === 1 ? one : many;
}

/** By how much a part would be more: "+2.6 points", "+0.9 months". */
export function gainOf({ unit }: PlannedPart, by: number): string {
  return unit === "months" ? copy.parts.byMonths(formatDelta(by)) : copy.parts.by(formatDelta(by));
}

/** A value in the unit of a part; months with tenths, which a plan is about. */
export function inUnit({ unit }: Pick<PlannedPart, "unit">, value: number | null): string {
  return unit === "months" ? formatMonths(value) : formatUnit(value, unit);
}

/** At most five whole numbers between two, for a scale: multiples of 1, 2, 5, 10 or 20. */
export function wholesOf(least: number, most: number): number[] {
  const step = [1, 2, 5, 10, 20].find((step) => (most - least) / step <= 4) ?? 50;
  const first = Math.ceil(least / step) * step;
  return Array.from({ length: Math.floor((most - first) / step) + 1 }, (_, at) => first + at * step);
}

/** That the target is out of reach, with the parts that nobody can move. */
function outOfReachText(parts: readonly PlannedPart[]): string {
  const still = parts.filter(({ byPeople, state }) => !byPeople && state === "ok");
  if (still.length === 0) return copy.outOfReach;
  return copy.outOfReachWithout(formatList(still.map(({ label }) => label)), still.length);
}

/** The sentence about the fewest people. */
export function mixtureText(answer: PlannerAnswer): string | null {
  const { mixture, parts } = answer;
  if (mixture === null) return answer.score === null ? null : outOfReachText(parts);
  if (mixture.people === 0) return copy.reached;
  const named = mixture.parts.flatMap(({ key, more }) => {
    const part = parts.find((one) => one.key === key);
    return part ? [copy.mixturePart(formatNumber(more), unitOf(part, more))] : [];
  });
  // Members, pairs and answers have no sum.
  return copy.mixture(named.join("; "));
}

/** By how much the score is forecast to be more, in points with the tenths that are shown. */
export function forecastMove(now: number, { score }: Pick<ForecastPoint, "score">): number {
  return Math.round((score - now) * 10) / 10;
}

/** When the score is forecast to be what it is now, in a sentence. */
export function unmovedText({ score, points }: ForecastAnswer): string | null {
  if (score === null) return null;
  const days = points.filter((point) => forecastMove(score, point) === 0).map(({ days }) => String(days));
  return days.length === 0 ? null : copy.forecast.same(formatList(days));
}

/** The newest point of a plan that has a score. */
function newestOf({ points }: PlanAnswer) {
  return points.filter(({ score }) => score !== null).at(-1);
}

/** How a plan goes, in a sentence. */
export function standingOf(plan: PlanAnswer): string {
  const newest = newestOf(plan);
  if (newest?.score == null || newest.planned === null) return copy.plans.noScore;
  const now = formatPoints(newest.score);
  const by = Math.round((newest.score - newest.planned) * 10) / 10;
  if (by === 0) return copy.plans.onLine(now);
  return by > 0 ? copy.plans.ahead(now, formatPoints(by)) : copy.plans.behind(now, formatPoints(-by));
}

/** The names of the groups that a plan is about, in their order, then those that are gone; null for everybody. */
export function groupsOf(plan: Pick<PlanAnswer, "groups">, groups: readonly UserGroup[]): string | null {
  const names = plan.groups.flatMap(({ type, ids }) => {
    const known = ofType(groups, type).filter(({ id }) => ids.includes(id));
    const gone = ids.filter((id) => !known.some((group) => group.id === id));
    return [...known.map(({ name }) => name), ...gone.map((id) => `${type} ${id}`)];
  });
  return names.length === 0 ? null : copy.plans.groups(names.join(", "));
}
