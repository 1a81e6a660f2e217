import { lazy } from "react";
import { blocks } from "../copy";
import { content as copy, rank } from "./copy";
import type { BreakdownDeclaration, DashboardDeclaration, ScreensModule } from "./declaration";

const CONTENT = "api/v1/content/dashboard";
const INFO = `${CONTENT}/info`;

/** What every content breakdown has. */
const BREAKDOWN = { parent: "content-dashboard", bar: "groups" } as const;

/** How many articles are shown until the reader asks for all: the list has every article that was visited. */
const ARTICLES_SHOWN = 20;

const dashboard: DashboardDeclaration = {
  route: "content-dashboard",
  bar: "groups",
  endpoint: INFO,
  sections: [
    {
      cards: [
        {
          title: copy.articles.title,
          trend: "C_ARTICLE",
          headline: "article.amount",
          secondary: ["article.views"],
          to: "content-dashboard/articles-breakdown",
        },
        {
          title: copy.shares.title,
          trend: "C_SHARES",
          headline: "shares.shares",
          secondary: ["shares.prints"],
          to: "content-dashboard/shares-breakdown",
        },
        {
          title: copy.polls.title,
          trend: "C_POLL",
          headline: "pollDto.polls",
          secondary: ["pollDto.answers"],
          to: "content-dashboard/polls-breakdown",
        },
      ],
    },
  ],
};

const articles: BreakdownDeclaration = {
  ...BREAKDOWN,
  route: "content-dashboard/articles-breakdown",
  summary: { endpoint: INFO, metrics: ["article.amount", "article.views"] },
  endpoint: `${CONTENT}/articles`,
  blocks: [
    {
      kind: "table",
      id: "audience",
      block: "ARTICLE_VISITS_BY_AUDIENCE_TABLE",
      title: copy.articles.byAudience,
      columns: [{ field: "value", bar: true }],
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
      title: copy.articles.visited,
      rank,
      search: blocks.typeToSearch,
      show: ARTICLES_SHOWN,
      first: { field: "name", label: copy.articles.name },
      columns: [{ field: "visits", bar: true }],
      sort: { column: "visits", descending: true },
    },
  ],
};

/** What the lists of shared and of printed pages have in common. */
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

const shares: BreakdownDeclaration = {
  ...BREAKDOWN,
  route: "content-dashboard/shares-breakdown",
  recordCount: 10,
  summary: { endpoint: INFO, metrics: ["shares.shares", "shares.prints"] },
  endpoint: `${CONTENT}/sharesAndPrints`,
  blocks: [
    { ...pages, id: "shares", block: "SHARES", title: copy.shares.shares },
    { ...pages, id: "prints", block: "PRINTS", title: copy.shares.prints },
  ],
};

/** Content Dashboard and its breakdowns. */
export const content: ScreensModule = {
  dashboard,
  breakdowns: [articles, shares],
  pages: { "content-dashboard/polls-breakdown": lazy(() => import("./PollsPage")) },
};
