import { issued as copy } from "#texts/explain";
import type { AxisModel } from "../../figures/blocks/chart/models";
import type { IssuedAnswer, IssuedDay } from "../../generated/wire";
import { formatDate, formatShortDate } from "../../texts/format";

/** At most so many days that differ are listed. */
export const MOST_LISTED = 30;

/** The line of now, and the dashed one of what was issued. */
export function issuedModel({ days }: Pick<IssuedAnswer, "days">): AxisModel {
  return {
    labels: days.map(({ day }) => formatShortDate(day)),
    fullLabels: days.map(({ day }) => formatDate(day)),
    series: [
      { name: copy.now, key: "now", values: days.map(({ now }) => now), colour: 0 },
      { name: copy.issued, key: "issued", values: days.map(({ issued }) => issued), colour: "previous" },
    ],
    available: 2,
  };
}

/** The days that differ, the latest first: those that are listed, and the number of the others. */
export function differing(days: readonly IssuedDay[]): { listed: IssuedDay[]; more: number } {
  const all = days.filter(({ differs }) => differs).reverse();
  return { listed: all.slice(0, MOST_LISTED), more: Math.max(0, all.length - MOST_LISTED) };
}
