import { metrics } from "../api/generated/metrics";
import type { BlockDeclaration, LineBlock } from "../blocks/declaration";
import { blocks } from "../copy";
import { offers as copy } from "./copy";
import type { BreakdownDeclaration, DashboardDeclaration, ScreensModule } from "./declaration";
import { pinned } from "./pinnedCards";

const DASHBOARD = "api/v1/offer/dashboard";
const INFO = `${DASHBOARD}/info`;
const BY_NAME = { column: "name", descending: false } as const;
/** How many rows of a whole list are shown before the reader asks for all. */
const ROWS = 20;
/** The same of two lists that stand side by side. */
const ROWS_ABREAST = 10;

const dashboard: DashboardDeclaration = {
  route: "offers-dashboard",
  bar: "offers",
  endpoint: INFO,
  sections: [
    {
      cards: [
        pinned.partners,
        {
          title: copy.offers,
          trend: "O_OFFERS",
          headline: "offerDto.totalActiveOffers",
          secondary: ["offerDto.newOffers", "offerDto.offBoarded"],
          to: "offers-dashboard/offers-breakdown",
        },
        {
          title: copy.totalInteractions,
          trend: "O_TOTAL_INTERACTIONS",
          headline: "totalInteractionDto.totalViews",
          secondary: ["totalInteractionDto.totalIntentToRedeem"],
          to: "offers-dashboard/total-interactions-breakdown",
        },
        {
          title: copy.uniqueInteractions,
          trend: "O_UNIQUE_INTERACTIONS",
          headline: "uniqueInteractionDto.uniqueViews",
          secondary: ["uniqueInteractionDto.uniqueIntentToRedeem", "uniqueInteractionDto.percent"],
          to: "offers-dashboard/unique-interactions-breakdown",
        },
        {
          title: copy.memberUniqueInteractions,
          trend: "O_MEMBER_UNIQUE_INTERACTIONS",
          headline: "memberUniqueInteractionDto.uniqueViews",
          secondary: ["memberUniqueInteractionDto.uniqueIntentToRedeem"],
          to: "offers-dashboard/member-unique-interactions-breakdown",
        },
      ],
    },
  ],
};

/** A list of the named offers of OFFERS_TABLE. */
const offersOf = (part: string, title: string): BlockDeclaration => ({
  kind: "list",
  id: part,
  block: "OFFERS_TABLE",
  part,
  title,
  wide: false,
  first: { field: "name", label: copy.offer },
  columns: [{ field: "catName", label: copy.category, format: "text" }],
  sort: BY_NAME,
  show: ROWS_ABREAST,
});

const offersBreakdown: BreakdownDeclaration = {
  route: "offers-dashboard/offers-breakdown",
  parent: "offers-dashboard",
  bar: "offers",
  summary: {
    endpoint: INFO,
    metrics: ["offerDto.totalActiveOffers", "offerDto.newOffers", "offerDto.offBoarded"],
  },
  endpoint: `${DASHBOARD}/offers`,
  blocks: [
    {
      kind: "line",
      id: "byPeriod",
      block: "OFFERS_BY_PERIOD",
      title: copy.byPeriod,
      fields: ["totalActiveOffers", "newOffers"],
      wide: true,
    },
    {
      kind: "list",
      id: "categories",
      block: "CATEGORIES",
      title: copy.categories,
      first: { field: "name", label: copy.category },
      columns: [{ field: "totalActiveOffers", bar: true }, { field: "newOffers" }, { field: "offBoarded" }],
      sort: BY_NAME,
      show: ROWS,
    },
    offersOf("totals", metrics["offerDto.totalActiveOffers"].label),
    offersOf("news", metrics["offerDto.newOffers"].label),
  ],
};

const partners: BreakdownDeclaration = {
  route: "offers-dashboard/partners-breakdown",
  parent: "offers-dashboard",
  bar: "offers",
  summary: {
    endpoint: INFO,
    metrics: [
      "partnerDto.redemptions",
      "partnerDto.sales",
      "partnerDto.savings",
      "partnerDto.savingsPerUser",
    ],
  },
  endpoint: `${DASHBOARD}/partners`,
  recordCount: 20,
  blocks: [
    ...(["redemptions", "sales", "savings", "savingsPerUser"] as const).map(
      (field, colour): LineBlock => ({
        kind: "line",
        id: field,
        block: "BY_PERIOD",
        field,
        title: copy.partnersByPeriod[field],
        viewBy: true,
        smooth: true,
        pointLabels: true,
        colour,
      }),
    ),
    {
      kind: "list",
      id: "partners",
      block: "PARTNERS",
      title: copy.partners,
      first: { field: "name", label: copy.partner },
      columns: [
        { field: "redemptions" },
        { field: "sales", bar: true },
        { field: "savings" },
        { field: "savingsPerUser" },
      ],
      sort: { column: "sales", descending: true },
    },
  ],
};

/** The figures of an interaction screen, and what its charts are called. */
type Interactions = {
  readonly views: string;
  readonly intents: string;
  readonly rate?: string;
  readonly charts: { readonly views: string; readonly intents: string };
  readonly subtitle?: LineBlock["subtitle"];
};

/** The two charts and the table by user groups that every interaction screen has. */
function interactionBlocks(of: Interactions): BlockDeclaration[] {
  const chart = (field: string, title: string): BlockDeclaration => ({
    kind: "line",
    id: field,
    block: "VISITS_BY_PERIOD",
    field,
    title,
    subtitle: of.subtitle,
    viewBy: true,
  });
  return [
    chart(of.views, of.charts.views),
    chart(of.intents, of.charts.intents),
    {
      kind: "table",
      id: "audience",
      block: "OFFERS_BY_AUDIENCE_TABLE",
      title: copy.byAudience,
      columns: interactionColumns(of),
      // The first column holds the lines of business, unless the reader chooses another grouping.
      sort: BY_NAME,
    },
  ];
}

function interactionColumns({ views, intents, rate }: Interactions) {
  return [{ field: views, bar: true }, { field: intents }, ...(rate ? [{ field: rate }] : [])];
}

/** The lists of categories and offers of an interaction screen. */
function interactionLists(of: Interactions): BlockDeclaration[] {
  const list = (block: string, title: string, label: string): BlockDeclaration => ({
    kind: "list",
    id: block,
    block,
    title,
    first: { field: "name", label },
    columns: interactionColumns(of),
    sort: BY_NAME,
    show: ROWS,
  });
  return [
    list("CATEGORIES", copy.categories, copy.category),
    { ...list("OFFERS", copy.offers, copy.offer), search: blocks.typeToSearch } as BlockDeclaration,
  ];
}

const TOTAL: Interactions = {
  views: "totalViews",
  intents: "totalIntentToRedeem",
  charts: { views: copy.total.viewsByPeriod, intents: copy.total.intentsByPeriod },
};

const UNIQUE: Interactions = {
  views: "uniqueViews",
  intents: "uniqueIntentToRedeem",
  rate: "percent",
  charts: { views: copy.unique.viewsByPeriod, intents: copy.unique.intentsByPeriod },
  subtitle: (scale) => copy.unique.perPair(blocks.perScale[scale]),
};

const MEMBER_UNIQUE: Interactions = {
  views: "uniqueViews",
  intents: "uniqueIntentToRedeem",
  charts: { views: copy.memberUnique.viewsByPeriod, intents: copy.memberUnique.intentsByPeriod },
  subtitle: (scale) => copy.memberUnique.perMember(blocks.perScale[scale]),
};

const totalInteractions: BreakdownDeclaration = {
  route: "offers-dashboard/total-interactions-breakdown",
  parent: "offers-dashboard",
  bar: "offers",
  summary: {
    endpoint: INFO,
    metrics: ["totalInteractionDto.totalViews", "totalInteractionDto.totalIntentToRedeem"],
  },
  endpoint: `${DASHBOARD}/totalInteraction`,
  blocks: [...interactionBlocks(TOTAL), ...interactionLists(TOTAL)],
};

const uniqueInteractions: BreakdownDeclaration = {
  route: "offers-dashboard/unique-interactions-breakdown",
  parent: "offers-dashboard",
  bar: "offers",
  summary: {
    endpoint: INFO,
    metrics: [
      "uniqueInteractionDto.uniqueViews",
      "uniqueInteractionDto.uniqueIntentToRedeem",
      "uniqueInteractionDto.percent",
    ],
  },
  endpoint: `${DASHBOARD}/uniqueInteraction`,
  blocks: [...interactionBlocks(UNIQUE), ...interactionLists(UNIQUE)],
};

const memberUniqueInteractions: BreakdownDeclaration = {
  route: "offers-dashboard/member-unique-interactions-breakdown",
  parent: "offers-dashboard",
  bar: "offers",
  summary: {
    endpoint: INFO,
    metrics: ["memberUniqueInteractionDto.uniqueViews", "memberUniqueInteractionDto.uniqueIntentToRedeem"],
  },
  endpoint: `${DASHBOARD}/memberUniqueInteraction`,
  blocks: interactionBlocks(MEMBER_UNIQUE),
};

/** Offers Dashboard: partners, offers, and how members act on them. */
export const offers: ScreensModule = {
  dashboard,
  breakdowns: [offersBreakdown, partners, totalInteractions, uniqueInteractions, memberUniqueInteractions],
};
