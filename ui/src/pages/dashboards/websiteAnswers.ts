/** The website's calls return plain data without blocks. These functions convert it to blocks. */

import { charts as copy } from "#texts/blocks";
import { type PeriodsData, type RowsData, wholeRows } from "../../figures/blocks/blockData";
import { largestOf } from "../../figures/blocks/chart/models";
import type { Slice, UnwrappedAnswer } from "../../generated/calls";
import type { ChartPeriod } from "../../generated/wire";

type Platforms = UnwrappedAnswer<"api/v1/website/dashboard/platforms">;

/** The dimensions of website visitors. */
export const DIMENSIONS = [
  "DeviceCategory",
  "Browser",
  "OperatingSystem",
  "ScreenResolution",
] as const satisfies readonly (keyof Platforms)[];

/** The dimension with so many names of so small shares that its slices say nothing: a list in place of a pie. */
export const LISTED: Dimension = "ScreenResolution";

/** A dimension of website visitors. */
export type Dimension = (typeof DIMENSIONS)[number];

/** The names of a dimension and their sessions, for the pie of a card. */
export function platformShares(rows: readonly Slice[]): { name: string; value: number }[] {
  return rows.map(([name, value]) => ({ name, value }));
}

/** The lines of a dimension: one for each name in its pie, and one for the others. */
export function platformLines(rows: readonly Slice[], periods: readonly ChartPeriod[]): PeriodsData {
  const counted = rows.map(([name, value, months]) => ({ name, value, months }));
  const { named, others } = largestOf(counted, copy.other);
  const line = (name: string, of: readonly (typeof counted)[number][]) => ({
    name,
    figures: {
      sessions: periods.map(({ covered }, at) =>
        covered ? of.reduce((sum, { months }) => sum + (months[at]?.[1] ?? 0), 0) : null,
      ),
    },
  });
  const lines = named.map((one) => line(one.name, [one]));
  return {
    form: "periods",
    scale: "BY_MONTHS",
    periods,
    lines: others.length > 0 ? [...lines, line(copy.other, others)] : lines,
    before: null,
  };
}

/** The block of a dimension's pie. */
export const pieBlockOf = <D extends Dimension>(dimension: D) => `${dimension}_PIE` as const;
/** The block of a dimension's lines. */
export const linesBlockOf = <D extends Dimension>(dimension: D) => `${dimension}_BY_PERIOD` as const;

/** The platforms as a pie and a chart of lines for each dimension. */
export function platformBlocks(answer: Platforms) {
  const blocks = DIMENSIONS.flatMap((dimension) => [
    [pieBlockOf(dimension), wholeRows(answer[dimension].map(([name, sessions]) => ({ name, sessions })))],
    [linesBlockOf(dimension), platformLines(answer[dimension], answer.periods)],
  ]);
  return Object.fromEntries(blocks) as Record<`${Dimension}_PIE`, RowsData> &
    Record<`${Dimension}_BY_PERIOD`, PeriodsData>;
}

/** The sources of traffic as rows of a name and two figures. */
export function sourceBlocks(answer: UnwrappedAnswer<"api/v1/website/dashboard/sourceOfTraffic">) {
  const { names, sessions, pageviews } = answer;
  const rows = names.map((name, at) => ({
    name,
    sessions: sessions[at] ?? 0,
    pageviews: pageviews[at] ?? 0,
  }));
  return { SOURCES: wholeRows(rows) };
}

/** The search terms as a list. */
export function searchBlocks(answer: UnwrappedAnswer<"api/v1/website/dashboard/onSiteSearches">) {
  const rows = answer.searchTerms.map(([query, count]) => ({ query, count }));
  // By the name that files know it by.
  return { searchTerms: wholeRows(rows, answer.partial) };
}
