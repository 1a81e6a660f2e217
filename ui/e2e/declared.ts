/** The page's declarations of its screens, for tests that run on every screen. */

import { infosOf } from "../src/figures/blocks/blockData";
import type { BlockDeclaration } from "../src/figures/blocks/declaration";
import { type FigureInfo, figureInfo, figuresOf } from "../src/figures/blocks/figureInfo";
import type { Screens } from "../src/generated/calls";
import { content } from "../src/pages/dashboards/content";
import type { BreakdownDeclaration } from "../src/pages/dashboards/declaration";
import { emails } from "../src/pages/dashboards/emails";
import { members } from "../src/pages/dashboards/members";
import { offers } from "../src/pages/dashboards/offers";
import { website } from "../src/pages/dashboards/website";
import { type MetricId, metrics } from "../src/texts/en/generated/metrics";

const MODULES = [members, content, emails, website, offers];

/** Every breakdown that is a list of blocks: all except polls. */
const breakdowns: readonly BreakdownDeclaration[] = MODULES.flatMap((module) => module.breakdowns);

/** Every dashboard except the Program Monitor. */
const dashboards = MODULES.map(({ dashboard }) => dashboard);

const infoOf = (endpoint: string, block: string) => infosOf(endpoint as keyof Screens)?.[block];
/** Its call answers the data of blocks alone; website.spec.ts reads it. */
const UNWRAPPED = "api/v1/website/dashboard/onSiteSearches";
const withBlocks = breakdowns.filter(
  ({ endpoint, blocks }) => endpoint !== UNWRAPPED && blocks.every(({ block }) => infoOf(endpoint, block)),
);

/** The breakdowns whose calls return blocks, grouped by dashboard. */
export const byDashboard: readonly (readonly [parent: string, screens: readonly BreakdownDeclaration[]])[] =
  dashboards.map(({ route }) => [route, withBlocks.filter(({ parent }) => parent === route)]);

/** The breakdown of a route, if it is a list of blocks. */
export function breakdownAt(path: string): BreakdownDeclaration | undefined {
  return breakdowns.find(({ route }) => `/${route}` === path);
}

/** The dashboard of a route. */
export function dashboardAt(path: string) {
  return dashboards.find(({ route }) => `/${route}` === path);
}

/** Whether a block is a chart drawn on a canvas. */
export function isChart({ kind }: BlockDeclaration): boolean {
  return kind === "line" || kind === "bars" || kind === "pie" || kind === "flow";
}

/** The server's description of a figure in a block. */
export function fieldOf(endpoint: string, block: string, field: string | undefined): FigureInfo {
  const info = infoOf(endpoint, block);
  if (!info) throw new Error(`${endpoint} has no ${block}`);
  return figureInfo(figuresOf(info), field);
}

/** The server's description of a figure on a card. */
export function metricOf(metric: string) {
  const known = metrics[metric as MetricId];
  if (!known) throw new Error(`there is no metric ${metric}`);
  return known;
}
