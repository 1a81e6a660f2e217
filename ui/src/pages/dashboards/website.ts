import { metrics } from "#texts/generated/metrics";
import { website as copy } from "#texts/screens";
import { cardPies } from "../../figures/blocks/card/CardPies";
import type { LineBlock, PieBlock } from "../../figures/blocks/declaration";
import type { TotalsAnswer } from "../../generated/calls";
import { breakdown, dashboard, unwrappedBreakdown } from "./declaration";
import {
  DIMENSIONS,
  type Dimension,
  LISTED,
  linesBlockOf,
  pieBlockOf,
  platformBlocks,
  platformShares,
  searchBlocks,
  sourceBlocks,
} from "./websiteAnswers";

/** The height of a website chart, as a share of the width of its container. */
const ASPECT = 0.8;
/** The number of search terms shown at first. */
const TERMS = 20;

const INFO = "api/v1/website/dashboard/info";
type Totals = TotalsAnswer<typeof INFO>;

/** Website Dashboard: visitors, sources of traffic, platforms and searches. */
export const website = dashboard("website-dashboard", INFO, {
  bar: "period",
  subtitle: copy.provider,
  screens: {
    "visitors-breakdown": {
      card: {
        title: copy.visitors,
        trend: "W_VISITORS",
        headline: "visitors.sessions",
        secondary: ["visitors.durations", "visitors.pageViews"],
      },
      breakdown: breakdown("api/v1/website/dashboard/siteVisitors", {
        summary: "card",
        perRow: 3,
        blocks: (["sessions", "pageViews", "durations"] as const).map((field) => ({
          kind: "line",
          id: field,
          block: "VISITORS_BY_PERIOD",
          field,
          title: copy.visitorsByPeriod[field],
          timeScale: false,
          years: true,
          aspect: ASPECT,
        })),
      }),
    },
    "source-breakdown": {
      card: {
        title: copy.source,
        trend: "W_SOURCE_OF_TRAFFIC",
        headline: "sourceOfTraffic.direct",
        secondary: ["sourceOfTraffic.searches", "sourceOfTraffic.emails"],
      },
      breakdown: unwrappedBreakdown("api/v1/website/dashboard/sourceOfTraffic", sourceBlocks, {
        summary: "card",
        blocks: [
          {
            kind: "pie",
            id: "share",
            block: "SOURCES",
            items: "source",
            value: "sessions",
            title: copy.source,
            subtitle: copy.shareOfSessions,
            of: copy.sessions,
            aspect: ASPECT,
          },
          {
            kind: "bars",
            id: "bars",
            block: "SOURCES",
            items: "source",
            figures: [{ field: "sessions", label: copy.sessions }, { field: "pageviews" }],
            title: copy.bySource,
            aspect: ASPECT,
          },
        ],
      }),
    },
    "searches-breakdown": {
      card: {
        title: copy.searches,
        shape: "lone",
        trend: "W_SEARCHES",
        headline: "searchDto.count",
      },
      breakdown: unwrappedBreakdown("api/v1/website/dashboard/onSiteSearches", searchBlocks, {
        summary: "card",
        blocks: [
          {
            kind: "list",
            id: "terms",
            block: "searchTerms",
            items: "term",
            title: copy.searchTerms,
            first: { field: "query", label: copy.query },
            columns: [{ field: "count", bar: true }],
            show: TERMS,
          },
        ],
      }),
    },
    "platforms-breakdown": {
      card: {
        title: copy.platforms,
        shape: "wide",
        Body: cardPies(
          DIMENSIONS.map((dimension) => ({
            title: copy.dimensions[dimension],
            of: copy.sessions,
            isTable: dimension === LISTED,
            rows: ({ platforms }: Totals) => platformShares(platforms[dimension]),
          })),
        ),
      },
      breakdown: unwrappedBreakdown("api/v1/website/dashboard/platforms", platformBlocks, {
        // The pies in pairs, then the lines: next to its lines a pie would have a frame twice its height.
        blocks: [
          ...DIMENSIONS.map(
            (dimension): PieBlock<`${Dimension}_PIE`, "sessions"> => ({
              kind: "pie",
              id: pieBlockOf(dimension),
              block: pieBlockOf(dimension),
              value: "sessions",
              title: copy.dimensions[dimension],
              subtitle: copy.shareOfSessions,
              of: copy.sessions,
              opensAsTable: dimension === LISTED,
              aspect: ASPECT,
              small: true,
            }),
          ),
          ...DIMENSIONS.map(
            (dimension): LineBlock<`${Dimension}_BY_PERIOD`, "sessions"> => ({
              kind: "line",
              id: linesBlockOf(dimension),
              block: linesBlockOf(dimension),
              title: copy.byPeriod(copy.dimensions[dimension]),
              subtitle: copy.perMonth,
              timeScale: false,
              years: true,
              aspect: ASPECT,
            }),
          ),
        ],
      }),
    },
  },
  cards: [
    {
      title: copy.newReturning,
      shape: "tall",
      trend: "W_NEW_RETURNING",
      headline: "newReturnVisitors.news",
      Body: cardPies([
        {
          of: copy.sessions,
          rows: ({ newReturnVisitors: { news, returns } }: Totals) => [
            { name: metrics["newReturnVisitors.news"].label, value: news ?? 0 },
            { name: metrics["newReturnVisitors.returns"].label, value: returns ?? 0 },
          ],
        },
      ]),
    },
  ],
});
