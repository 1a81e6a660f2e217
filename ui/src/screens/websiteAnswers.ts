/**
 * The website's calls answer no blocks but figures by themselves. Here they become blocks, so that the
 * views of every other screen draw them too.
 */
import type { GroupRows, Point } from "../api/generated/wire";
import { bareBlock } from "../blocks/bareBlock";
import { largestOf, monthLabel } from "../blocks/chart/models";
import type { Blocks } from "../blocks/declaration";
import { blocks as copy } from "../copy";

/** What visitors are told apart by. */
export const DIMENSIONS = ["DeviceCategory", "Browser", "OperatingSystem", "ScreenResolution"] as const;

/** One of the ways visitors are told apart by. */
export type Dimension = (typeof DIMENSIONS)[number];

/** A name of a dimension: its sessions, and those of each month as `2026-01`. */
export type PlatformRow = readonly [name: string, count: number, months: readonly Point[]];

/** The answer of the platforms, as it also stands in the dashboard's figures. */
export type PlatformsAnswer = Partial<Readonly<Record<Dimension, readonly PlatformRow[]>>>;

/** The answer of the sources of traffic: lists that run side by side. */
export type SourcesAnswer = {
  readonly names: readonly string[];
  readonly sessions: readonly number[];
  readonly pageviews: readonly number[];
};

/** The answer of the searches. */
export type SearchesAnswer = { readonly searchTerms: readonly (readonly [query: string, count: number])[] };

/** The names of a dimension and their sessions, as a card's pie takes them. */
export function platformShares(rows: readonly PlatformRow[] | undefined): { name: string; value: number }[] {
  return (rows ?? []).map(([name, value]) => ({ name, value }));
}

/**
 * The lines of a dimension: one for each name that its pie names, and one for the others. A month in
 * which a name has no sessions counts 0.
 */
export function platformLines(rows: readonly PlatformRow[]): GroupRows[] {
  const months = [...new Set(rows.flatMap(([, , records]) => records.map(([month]) => month)))].sort();
  const counted = rows.map(([name, value, records]) => ({ name, value, of: new Map(records) }));
  const { named, others } = largestOf(counted, copy.other);
  const line = (name: string, of: readonly (typeof counted)[number][]): GroupRows => ({
    name,
    records: months.map((month) => [
      monthLabel(month),
      of.reduce((sum, one) => sum + (one.of.get(month) ?? 0), 0),
    ]),
  });
  const lines = named.map((one) => line(one.name, [one]));
  return others.length > 0 ? [...lines, line(copy.other, others)] : lines;
}

/** The block of a dimension's pie. */
export const pieBlockOf = (dimension: Dimension) => `${dimension}_PIE`;
/** The block of a dimension's lines. */
export const linesBlockOf = (dimension: Dimension) => `${dimension}_BY_PERIOD`;

/** The platforms as a pie and a chart of lines for each dimension. */
export function platformBlocks(body: unknown): Blocks {
  const answer = body as PlatformsAnswer;
  return Object.fromEntries(
    DIMENSIONS.flatMap((dimension) => {
      const rows = answer[dimension] ?? [];
      const [pie, lines] = [pieBlockOf(dimension), linesBlockOf(dimension)];
      return [
        [
          pie,
          bareBlock(
            pie,
            rows.map(([name, sessions]) => ({ name, sessions })),
          ),
        ],
        [lines, bareBlock(lines, platformLines(rows))],
      ];
    }),
  );
}

/** The sources of traffic as rows of a name and two figures. */
export function sourceBlocks(body: unknown): Blocks {
  const { names, sessions, pageviews } = body as SourcesAnswer;
  const rows = names.map((name, at) => ({
    name,
    sessions: sessions[at] ?? 0,
    pageviews: pageviews[at] ?? 0,
  }));
  return { SOURCES: bareBlock("SOURCES", rows) };
}

/** The search terms as a list. */
export function searchBlocks(body: unknown): Blocks {
  const { searchTerms } = body as SearchesAnswer;
  const rows = searchTerms.map(([query, count]) => ({ query, count }));
  return { SEARCH_TERMS: bareBlock("SEARCH_TERMS", rows) };
}
