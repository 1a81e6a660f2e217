import { metrics } from "../api/generated/metrics";
import type { Totals } from "../api/generated/wire";
import { cardPies } from "../blocks/card/CardPies";
import type { BlockDeclaration } from "../blocks/declaration";
import { website as copy } from "./copy";
import type { BreakdownDeclaration, DashboardDeclaration, ScreensModule } from "./declaration";
import {
  DIMENSIONS,
  linesBlockOf,
  type PlatformsAnswer,
  pieBlockOf,
  platformBlocks,
  platformShares,
  searchBlocks,
  sourceBlocks,
} from "./websiteAnswers";

const DASHBOARD = "api/v1/website/dashboard";
const INFO = `${DASHBOARD}/info`;
/** The height of a website chart, as a share of the width of its container. */
const ASPECT = 0.8;
/** How many search terms are shown before the reader asks for all. */
const TERMS = 20;

const dashboard: DashboardDeclaration = {
  route: "website-dashboard",
  bar: "period",
  endpoint: INFO,
  subtitle: copy.provider,
  sections: [
    {
      cards: [
        {
          title: copy.visitors,
          trend: "W_VISITORS",
          headline: "visitors.sessions",
          secondary: ["visitors.durations", "visitors.pageViews"],
          to: "website-dashboard/visitors-breakdown",
        },
        {
          title: copy.source,
          trend: "W_SOURCE_OF_TRAFFIC",
          headline: "sourceOfTraffic.direct",
          secondary: ["sourceOfTraffic.searches", "sourceOfTraffic.emails"],
          to: "website-dashboard/source-breakdown",
        },
        {
          title: copy.searches,
          shape: "lone",
          trend: "W_SEARCHES",
          headline: "searchDto.count",
          to: "website-dashboard/searches-breakdown",
        },
        {
          title: copy.platforms,
          shape: "wide",
          Body: cardPies(
            DIMENSIONS.map((dimension) => ({
              title: copy.dimensions[dimension],
              of: copy.sessions,
              rows: (totals: Totals) => platformShares((totals.platforms as PlatformsAnswer)?.[dimension]),
            })),
          ),
          to: "website-dashboard/platforms-breakdown",
        },
        {
          title: copy.newReturning,
          shape: "tall",
          trend: "W_NEW_RETURNING",
          headline: "newReturnVisitors.news",
          Body: cardPies([
            {
              of: copy.sessions,
              rows: ({ newReturnVisitors }) => {
                const { news, returns } = (newReturnVisitors ?? {}) as Record<string, number | null>;
                return [
                  { name: metrics["newReturnVisitors.news"].label, value: news ?? 0 },
                  { name: metrics["newReturnVisitors.returns"].label, value: returns ?? 0 },
                ];
              },
            },
          ]),
        },
      ],
    },
  ],
};

const visitors: BreakdownDeclaration = {
  route: "website-dashboard/visitors-breakdown",
  parent: "website-dashboard",
  bar: "period",
  summary: { endpoint: INFO, metrics: ["visitors.sessions", "visitors.durations", "visitors.pageViews"] },
  endpoint: `${DASHBOARD}/siteVisitors`,
  abreast: 3,
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
};

const source: BreakdownDeclaration = {
  route: "website-dashboard/source-breakdown",
  parent: "website-dashboard",
  bar: "period",
  summary: {
    endpoint: INFO,
    metrics: ["sourceOfTraffic.direct", "sourceOfTraffic.searches", "sourceOfTraffic.emails"],
  },
  endpoint: `${DASHBOARD}/sourceOfTraffic`,
  bare: { blocks: sourceBlocks },
  blocks: [
    {
      kind: "pie",
      id: "share",
      block: "SOURCES",
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
      figures: [{ field: "sessions", label: copy.sessions }, { field: "pageviews" }],
      title: copy.bySource,
      aspect: ASPECT,
    },
  ],
};

const platforms: BreakdownDeclaration = {
  route: "website-dashboard/platforms-breakdown",
  parent: "website-dashboard",
  bar: "period",
  endpoint: `${DASHBOARD}/platforms`,
  bare: { blocks: platformBlocks },
  blocks: DIMENSIONS.flatMap((dimension): BlockDeclaration[] => {
    const title = copy.dimensions[dimension];
    return [
      {
        kind: "pie",
        id: pieBlockOf(dimension),
        block: pieBlockOf(dimension),
        value: "sessions",
        title,
        subtitle: copy.shareOfSessions,
        of: copy.sessions,
        aspect: ASPECT,
      },
      {
        kind: "line",
        id: linesBlockOf(dimension),
        block: linesBlockOf(dimension),
        title: copy.byPeriod(title),
        subtitle: copy.perMonth,
        timeScale: false,
        years: true,
        aspect: ASPECT,
      },
    ];
  }),
};

const searches: BreakdownDeclaration = {
  route: "website-dashboard/searches-breakdown",
  parent: "website-dashboard",
  bar: "period",
  summary: { endpoint: INFO, metrics: ["searchDto.count"] },
  endpoint: `${DASHBOARD}/onSiteSearches`,
  bare: { blocks: searchBlocks },
  blocks: [
    {
      kind: "list",
      id: "terms",
      block: "SEARCH_TERMS",
      title: copy.searchTerms,
      first: { field: "query", label: copy.query },
      columns: [{ field: "count", bar: true }],
      sort: { column: "name", descending: false },
      show: TERMS,
    },
  ],
};

/** Website Dashboard: visitors, sources of traffic, platforms and searches. */
export const website: ScreensModule = { dashboard, breakdowns: [visitors, source, platforms, searches] };
