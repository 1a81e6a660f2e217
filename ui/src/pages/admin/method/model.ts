import { method as copy } from "#texts/method";
import type { AxisModel } from "../../../figures/blocks/chart/models";
import type {
  FieldFault,
  MethodEffect,
  MethodList,
  MethodNumbers,
  MethodPart,
  MethodVersion,
  PartKey,
  PartMethod,
} from "../../../generated/wire";
import { formatDate } from "../../../texts/format";
import { LOCALE } from "../../../texts/language";

/** The parts of the score by their key. */
export type Parts = ReadonlyMap<PartKey, MethodPart>;

/** The parts of an answer by their key. */
export const partsOf = ({ parts }: MethodList): Parts => new Map(parts.map((part) => [part.part, part]));

/** The numbers with another value of a part. */
export function withPart(numbers: MethodNumbers, part: PartKey, change: Partial<PartMethod>): MethodNumbers {
  return {
    ...numbers,
    parts: numbers.parts.map((one) => (one.part === part ? { ...one, ...change } : one)),
  };
}

/** Whether two methods have the same numbers. */
export function isSame(one: MethodNumbers, other: MethodNumbers): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The share of a weight in all weights, in percent; null without any weight. */
export function shareOf(numbers: MethodNumbers, weight: number): number | null {
  const all = numbers.parts.reduce((sum, part) => sum + part.weight, 0);
  return all === 0 ? null : Math.round((1000 * weight) / all) / 10;
}

/** What is wrong with a field of a part. */
export type Fault = {
  readonly part: PartKey;
  readonly field: "target" | "weight";
  readonly text: string;
};

/** What the server would refuse. Its other rules are kept by the fields, which take nothing else. */
export function faultsOf(numbers: MethodNumbers, parts: Parts): Fault[] {
  const targets = numbers.parts.flatMap(({ part, floor, target }): Fault[] => {
    const label = parts.get(part)?.label ?? part;
    return target > floor ? [] : [{ part, field: "target", text: copy.targetNotAbove(label) }];
  });
  const habits = numbers.parts.filter(({ part }) => parts.get(part)?.pillar === "Habit");
  // Any of them would do. It is said at the first alone, so that it is heard once.
  const weights = habits.some(({ weight }) => weight > 0)
    ? []
    : habits.slice(0, 1).map(({ part }): Fault => ({ part, field: "weight", text: copy.noHabit }));
  return [...targets, ...weights];
}

const FIELDS: Readonly<Record<string, string>> = {
  floor: copy.floor,
  target: copy.target,
  weight: copy.weight,
  least: copy.least,
  leastCoverage: copy.leastCoverage,
};

/**
 * A fault of the server in the names of the page: "parts[3].target" is the target of the fourth part that was sent.
 * Undefined where the page has no name for the field.
 */
export function namedFault(
  { field, text }: FieldFault,
  numbers: MethodNumbers,
  parts: Parts,
): string | undefined {
  const [, at, name = ""] = /^(?:numbers\.)?(?:parts\[(\d+)\]\.)?(\w+)$/.exec(field ?? "") ?? [];
  if (at === undefined && name === "parts") return text;
  const words = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
  const part = at === undefined ? undefined : numbers.parts[Number(at)]?.part;
  const label = part && parts.get(part)?.label;
  if (words === undefined || (at !== undefined && label === undefined)) return undefined;
  return `${label === undefined ? words : copy.fieldOf(words, label)}: ${text}`;
}

/** Where a method began: its name, and the point of the chart at or after its first day. */
export type Mark = { readonly name: string; readonly at: number };

/** The days of the chart: the ends of months, and the newest day where the last month ended before it. */
export function daysOf({ months, asOf }: MethodEffect): string[] {
  const days = months.map(({ day }) => day);
  return asOf === null || days.at(-1) === asOf ? days : [...days, asOf];
}

/** The marks of the versions that began within the chart. */
export function marksOf(versions: readonly MethodVersion[], days: readonly string[]): Mark[] {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  return versions.flatMap(({ name, published }) => {
    if (published === null) return [];
    const day = new Date(published.at * 1000).toISOString().slice(0, 10);
    if (day <= first) return [];
    const at = days.findIndex((one) => one >= day);
    // A method that was published after the newest day is that of the newest point.
    return [{ name, at: at < 0 ? days.length - 1 : at }];
  });
}

/** The two lines of the chart. */
export function chartOf(effect: MethodEffect, names: { published: string; draft: string }): AxisModel {
  const days = daysOf(effect);
  const line = (of: "published" | "drafted") => {
    const values = effect.months.map((month) => month[of]);
    return days.length > values.length ? [...values, effect[of]] : values;
  };
  const labels = days.map((day) => formatDate(day));
  return {
    labels,
    axisLabels: days.map((day) => monthOf(day)),
    series: [
      { key: "published", name: names.published, values: line("published"), colour: 0 },
      { key: "drafted", name: names.draft, values: line("drafted"), colour: 1 },
    ],
    available: 2,
  };
}

const month = new Intl.DateTimeFormat(LOCALE, { month: "short", year: "2-digit", timeZone: "UTC" });

/** "Mar 26" */
const monthOf = (day: string) => month.format(new Date(`${day}T00:00:00Z`));
