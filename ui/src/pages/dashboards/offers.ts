import { charts } from "#texts/blocks";
import { panels } from "#texts/filters";
import { metrics } from "#texts/generated/metrics";
import { screens } from "#texts/page";
import { offers as copy } from "#texts/screens";
import type { FigureColumn, LineBlock, ListBlock, TableBlock } from "../../figures/blocks/declaration";
import type { ItemKind } from "../../figures/ways/ways";
import type { TimeScale } from "../../generated/wire";
import { breakdown, dashboard } from "./declaration";
import { OFFERS_BY_RESULT } from "./otherLists";
import { pinned } from "./pinnedCards";

/** The number of rows of a complete list shown at first. */
const ROWS = 20;
/** The same for two lists side by side. */
const ROWS_SIDE_BY_SIDE = 10;

/** A list of the named offers of OFFERS_TABLE. */
const offersOf = <K extends string>(part: K, title: string) =>
  ({
    kind: "list",
    id: part,
    block: "OFFERS_TABLE",
    part,
    title,
    wide: false,
    items: "offer",
    first: { field: "name", label: copy.offer },
    columns: [{ field: "catName", label: copy.category, format: "text" }],
    show: ROWS_SIDE_BY_SIDE,
  }) as const;

/** The figures and chart titles of an interaction screen: V are views and intents, R is the rate. */
type Interactions<V extends string, R extends string = never> = {
  readonly views: V;
  readonly intents: V;
  readonly rate?: R;
  readonly charts: { readonly views: string; readonly intents: string };
  readonly subtitle?: LineBlock["subtitle"];
};

function interactionColumns<V extends string, R extends string = never>({
  views,
  intents,
  rate,
}: Interactions<V, R>) {
  const columns: FigureColumn<V | R>[] = [{ field: views, bar: true }, { field: intents }];
  return rate === undefined ? columns : [...columns, { field: rate, of: intents, by: views }];
}

/** The two charts and the table by user groups that every interaction screen has. */
function interactionBlocks<V extends string, R extends string = never>(of: Interactions<V, R>) {
  const chart = (field: V, title: string): LineBlock<"VISITS_BY_PERIOD", V> => ({
    kind: "line",
    id: field,
    block: "VISITS_BY_PERIOD",
    field,
    title,
    subtitle: of.subtitle,
    viewBy: true,
  });
  const table: TableBlock<"OFFERS_BY_AUDIENCE_TABLE", V | R> = {
    kind: "table",
    id: "audience",
    block: "OFFERS_BY_AUDIENCE_TABLE",
    title: copy.byAudience,
    columns: interactionColumns(of),
    opensBy: "AUDIENCE",
  };
  return [chart(of.views, of.charts.views), chart(of.intents, of.charts.intents), table];
}

/** The lists of categories and offers of an interaction screen. */
function interactionLists<V extends string, R extends string = never>(of: Interactions<V, R>) {
  const list = <B extends string>(
    block: B,
    title: string,
    label: string,
    items: ItemKind,
  ): ListBlock<B, V | R, "name", never> => ({
    kind: "list",
    id: block,
    block,
    items,
    title,
    first: { field: "name", label },
    columns: interactionColumns(of),
    show: ROWS,
  });
  const offers = list("OFFERS", copy.offers, copy.offer, "offer");
  return [
    list("CATEGORIES", copy.categories, copy.category, "category"),
    { ...offers, search: panels.typeToSearch },
  ];
}

const TOTAL = {
  views: "totalViews",
  intents: "totalIntentToRedeem",
  charts: { views: copy.total.viewsByPeriod, intents: copy.total.intentsByPeriod },
} as const;

const UNIQUE = {
  views: "uniqueViews",
  intents: "uniqueIntentToRedeem",
  rate: "percent",
  charts: { views: copy.unique.viewsByPeriod, intents: copy.unique.intentsByPeriod },
  subtitle: (scale: TimeScale) => copy.unique.perPair(charts.perScale[scale]),
} as const;

const MEMBER_UNIQUE = {
  views: "uniqueViews",
  intents: "uniqueIntentToRedeem",
  charts: { views: copy.memberUnique.viewsByPeriod, intents: copy.memberUnique.intentsByPeriod },
  subtitle: (scale: TimeScale) => copy.memberUnique.perMember(charts.perScale[scale]),
} as const;

/** Offers Dashboard: partners, offers, and how members act on them. */
export const offers = dashboard("offers-dashboard", "api/v1/offer/dashboard/info", {
  bar: "offers",
  screens: {
    "partners-breakdown": {
      card: pinned["offers-dashboard/partners-breakdown"],
      breakdown: breakdown("api/v1/offer/dashboard/partners", {
        summary: "card",
        recordCount: 20,
        blocks: [
          ...(["redemptions", "sales", "savings", "savingsPerUser"] as const).map(
            (field, colour) =>
              ({
                kind: "line",
                id: field,
                block: "BY_PERIOD",
                field,
                title: copy.partnersByPeriod[field],
                viewBy: true,
                smooth: true,
                pointLabels: true,
                colour,
              }) as const,
          ),
          {
            kind: "list",
            id: "partners",
            block: "PARTNERS",
            items: "partner",
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
      }),
    },
    "offers-breakdown": {
      card: {
        title: copy.offers,
        trend: "O_OFFERS",
        headline: "offerDto.totalActiveOffers",
        secondary: ["offerDto.newOffers", "offerDto.offBoarded"],
      },
      breakdown: breakdown("api/v1/offer/dashboard/offers", {
        summary: "card",
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
            items: "category",
            title: copy.categories,
            first: { field: "name", label: copy.category },
            columns: [
              { field: "totalActiveOffers", bar: true },
              { field: "newOffers" },
              { field: "offBoarded" },
            ],
            show: ROWS,
          },
          {
            ...offersOf("totals", metrics["offerDto.totalActiveOffers"].label),
            seeAlso: { text: screens.offersByResult, ...OFFERS_BY_RESULT },
          },
          offersOf("news", metrics["offerDto.newOffers"].label),
        ],
      }),
    },
    "total-interactions-breakdown": {
      card: {
        title: copy.totalInteractions,
        trend: "O_TOTAL_INTERACTIONS",
        headline: "totalInteractionDto.totalViews",
        secondary: ["totalInteractionDto.totalIntentToRedeem"],
      },
      breakdown: breakdown("api/v1/offer/dashboard/totalInteraction", {
        summary: "card",
        blocks: [...interactionBlocks(TOTAL), ...interactionLists(TOTAL)],
      }),
    },
    "unique-interactions-breakdown": {
      card: {
        title: copy.uniqueInteractions,
        trend: "O_UNIQUE_INTERACTIONS",
        headline: "uniqueInteractionDto.uniqueViews",
        secondary: ["uniqueInteractionDto.uniqueIntentToRedeem", "uniqueInteractionDto.percent"],
      },
      breakdown: breakdown("api/v1/offer/dashboard/uniqueInteraction", {
        summary: "card",
        blocks: [...interactionBlocks(UNIQUE), ...interactionLists(UNIQUE)],
      }),
    },
    "member-unique-interactions-breakdown": {
      card: {
        title: copy.memberUniqueInteractions,
        trend: "O_MEMBER_UNIQUE_INTERACTIONS",
        headline: "memberUniqueInteractionDto.uniqueViews",
        secondary: ["memberUniqueInteractionDto.uniqueIntentToRedeem"],
      },
      breakdown: breakdown("api/v1/offer/dashboard/memberUniqueInteraction", {
        summary: "card",
        blocks: interactionBlocks(MEMBER_UNIQUE),
      }),
    },
  },
});
