import { panels } from "#texts/filters";
import { content as copy, rank } from "#texts/screens";
import { lazyComponent } from "../../kit/lazy";
import { breakdown, dashboard } from "./declaration";

/** The number of articles shown at first; the list has every article that was visited. */
const ARTICLES_SHOWN = 20;

/** The common part of the lists of shared and of printed pages. */
const pages = {
  kind: "list",
  wide: false,
  first: { field: "type", label: copy.shares.type },
  columns: [
    { field: "page", label: copy.shares.page, format: "text" },
    { field: "count", bar: true },
  ],
  sort: { column: "count", descending: true },
} as const;

/** Content Dashboard and its breakdowns. */
export const content = dashboard("content-dashboard", "api/v1/content/dashboard/info", {
  bar: "groups",
  screens: {
    "articles-breakdown": {
      card: {
        title: copy.articles.title,
        trend: "C_ARTICLE",
        headline: "article.amount",
        secondary: ["article.views"],
      },
      breakdown: breakdown("api/v1/content/dashboard/articles", {
        summary: "card",
        blocks: [
          {
            kind: "table",
            id: "audience",
            block: "ARTICLE_VISITS_BY_AUDIENCE_TABLE",
            title: copy.articles.byAudience,
            columns: [{ field: "value", bar: true }],
            opensBy: "AUDIENCE",
            sort: { column: "name", descending: true },
            wide: false,
          },
          {
            kind: "list",
            id: "categories",
            block: "ARTICLE_VISITS_BY_CATEGORY",
            title: copy.articles.byCategory,
            wide: false,
            rank,
            first: { field: "name", label: copy.articles.category },
            columns: [{ field: "visits", bar: true }],
            sort: { column: "visits", descending: true },
          },
          {
            kind: "list",
            id: "articles",
            block: "ARTICLES_VISITED",
            items: "article",
            title: copy.articles.visited,
            rank,
            search: panels.typeToSearch,
            show: ARTICLES_SHOWN,
            first: { field: "name", label: copy.articles.name },
            columns: [{ field: "visits", bar: true }],
            sort: { column: "visits", descending: true },
          },
        ],
      }),
    },
    "shares-breakdown": {
      card: {
        title: copy.shares.title,
        trend: "C_SHARES",
        headline: "shares.shares",
        secondary: ["shares.prints"],
      },
      breakdown: breakdown("api/v1/content/dashboard/sharesAndPrints", {
        recordCount: 10,
        summary: "card",
        blocks: [
          { ...pages, id: "shares", block: "SHARES", title: copy.shares.shares },
          { ...pages, id: "prints", block: "PRINTS", title: copy.shares.prints },
        ],
      }),
    },
    "polls-breakdown": {
      card: {
        title: copy.polls.title,
        trend: "C_POLL",
        headline: "pollDto.polls",
        secondary: ["pollDto.answers"],
      },
      Page: lazyComponent(() => import("./PollsPage")),
    },
  },
});
