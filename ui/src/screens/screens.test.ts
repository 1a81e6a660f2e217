import { beforeAll, describe, expect, it } from "vitest";
import { screenBlocks } from "../api/generated/blocks";
import { metrics } from "../api/generated/metrics";
import { type BlockDeclaration, isTextColumn, type Sort } from "../blocks/declaration";
import { figureInfo, helpOf } from "../blocks/figureInfo";
import { fileName } from "../blocks/frame/download";
import { type GuardedRoute, guardedRoutes } from "../paths";
import { backFrom, parentOf } from "./back";
import type { BreakdownDeclaration, DashboardDeclaration, ScreensModule } from "./declaration";
import { screens } from "./index";
import { messages } from "./messages";
import { MODULES, moduleOf } from "./modules";
import { monitor } from "./monitor";
import { POLLS, pollBlocks } from "./polls";

let modules: readonly ScreensModule[];
beforeAll(async () => {
  modules = await Promise.all(Object.values(MODULES).map((load) => load()));
});

const breakdowns = (): BreakdownDeclaration[] => modules.flatMap((module) => module.breakdowns);
const dashboards = (): DashboardDeclaration[] => [monitor, ...modules.map(({ dashboard }) => dashboard)];

describe("screens", () => {
  it("answer every guarded route once, with its title", () => {
    expect(screens.map(({ route }) => route)).toEqual(Object.keys(guardedRoutes));
    for (const { route, title } of screens) expect(title).toBe(guardedRoutes[route]);
  });

  it("are what their route says", () => {
    const kind = Object.fromEntries(screens.map((screen) => [screen.route, screen.kind]));
    expect(kind[monitor.route]).toBe("dashboard");
    expect(kind["website-dashboard"]).toBe("dashboard");
    expect(kind["user-dashboard/logins-breakdown"]).toBe("breakdown");
    expect(kind.recommendations).toBe("message");
  });

  it("are all declared, each in the module of its dashboard", () => {
    const declared = [
      monitor.route,
      ...Object.keys(messages),
      ...modules.flatMap(({ dashboard, breakdowns, pages }) => [
        dashboard.route,
        ...breakdowns.map(({ route }) => route),
        ...Object.keys(pages ?? {}),
      ]),
    ];
    expect([...declared].sort()).toEqual(Object.keys(guardedRoutes).sort());
    for (const [at, module] of modules.entries()) {
      for (const { route } of module.breakdowns) expect(moduleOf(route)).toBe(Object.keys(MODULES)[at]);
    }
  });
});

/** What a block reads of its answer's rows, figures and texts apart. */
function readOf(declared: BlockDeclaration): { figures: string[]; texts: string[] } {
  switch (declared.kind) {
    case "line":
      return { figures: declared.fields?.slice() ?? (declared.field ? [declared.field] : []), texts: [] };
    case "bars":
      return {
        figures: declared.figures?.map(({ field }) => field) ?? [declared.field ?? "value"],
        texts: [],
      };
    case "pie":
      return { figures: [declared.value ?? "value"], texts: [] };
    case "table":
      return { figures: declared.columns.map(({ field }) => field), texts: [] };
    case "list":
      return {
        figures: declared.columns.filter((column) => !isTextColumn(column)).map(({ field }) => field),
        texts: [declared.first.field, ...declared.columns.filter(isTextColumn).map(({ field }) => field)],
      };
  }
}

type Known = { readonly fields: readonly string[]; readonly texts: readonly string[] };

/** What a call answers for a block; for one that the page makes of a bare answer, all that is in it. */
function knownOf(endpoint: string, block: string, isBare: boolean): Known | undefined {
  const blocks = screenBlocks[endpoint] ?? {};
  const one = blocks[block];
  const infos = one ? [one] : isBare ? Object.values(blocks) : [];
  if (infos.length === 0) return undefined;
  return {
    fields: infos.flatMap(({ fields }) => fields.map(({ field }) => field)),
    texts: infos.flatMap(({ attributes }) => attributes),
  };
}

/** Where a block reads what its call does not answer; empty where all is as declared. */
function unknownTo(endpoint: string, declared: BlockDeclaration, isBare = false): string[] {
  const known = knownOf(endpoint, declared.block, isBare);
  const { figures, texts } = readOf(declared);
  // Rows of texts alone are in no table.
  if (!known) return isBare ? figures : [`${endpoint}: ${declared.block}`];
  return [
    ...figures.filter((field) => !known.fields.includes(field)),
    ...texts.filter((text) => !known.texts.includes(text)),
  ].map((field) => `${endpoint}: ${declared.block}.${field}`);
}

/** The names a block gives figures that the generated table calls the same. */
function saidTwice(endpoint: string, declared: BlockDeclaration): string[] {
  const named =
    declared.kind === "bars"
      ? (declared.figures ?? [])
      : "columns" in declared
        ? declared.columns.filter((column) => !isTextColumn(column))
        : [];
  return named
    .filter(({ field, label }) => label === figureInfo(endpoint, declared.block, field).label)
    .map(({ field }) => `${endpoint}: ${declared.block}.${field}`);
}

const isByNameAscending = ({ column, descending }: Sort) => column === "name" && !descending;

describe("breakdowns", () => {
  it("read blocks, figures and texts that their calls answer", () => {
    const unknown = breakdowns().flatMap(({ endpoint, bare, blocks }) =>
      blocks.flatMap((declared) => unknownTo(endpoint, declared, bare !== undefined)),
    );
    expect(unknown).toEqual([]);
    expect(pollBlocks("", []).flatMap((declared) => unknownTo(POLLS, declared))).toEqual([]);
  });

  it("tell what every figure means, and call none as it is called anyway", () => {
    for (const { endpoint, blocks } of breakdowns()) {
      for (const declared of blocks) {
        const { figures } = readOf(declared);
        const drawn = figures.length > 0 || declared.kind === "list" ? figures : [undefined];
        for (const field of drawn) {
          const info = figureInfo(endpoint, declared.block, field);
          expect(helpOf(info), `${endpoint} ${declared.block} ${field}`).toBeTruthy();
        }
        expect(saidTwice(endpoint, declared)).toEqual([]);
      }
    }
  });

  it("show percentages as their part of the specification says", () => {
    for (const { route, percentDecimals } of breakdowns()) {
      expect(percentDecimals, route).toBe(route.startsWith("emails-dashboard/") ? 1 : undefined);
    }
  });

  it("compare with the period before where they have a summary: all but lists and platforms", () => {
    const without = breakdowns().filter(({ summary }) => summary === undefined);
    expect(without.map(({ route }) => route)).toEqual([
      "emails-dashboard/schedule",
      "emails-dashboard/screens",
      "website-dashboard/platforms-breakdown",
    ]);
  });

  it("say of members counted once how often that is", () => {
    const subtitles = breakdowns().flatMap(({ route, blocks }) =>
      route.includes("unique-interactions")
        ? blocks.flatMap(({ subtitle }) => (typeof subtitle === "function" ? [subtitle("BY_QUARTERS")] : []))
        : [],
    );
    expect(subtitles).toEqual([
      ...Array(2).fill("Members counted once per offer and quarter"),
      ...Array(2).fill("Members counted once per quarter"),
    ]);
  });

  it("order their tables by a column that they show", () => {
    for (const { route, blocks } of breakdowns()) {
      for (const declared of blocks) {
        if (declared.kind !== "table" && declared.kind !== "list") continue;
        const fields = ["name", ...declared.columns.map(({ field }) => field)];
        expect(fields, `${route} ${declared.id}`).toContain(declared.sort.column);
      }
    }
  });

  it("name each block of a screen once", () => {
    for (const { route, blocks } of breakdowns()) {
      const ids = blocks.map(({ id }) => id);
      expect(new Set(ids).size, route).toBe(ids.length);
    }
  });

  it("have files of different names, one for each block of all screens", () => {
    const names = breakdowns().flatMap(({ route, blocks }) =>
      blocks.map(({ title }) => fileName([guardedRoutes[route], title], null, "csv")),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  it("open in the order the specification gives their tables", () => {
    const orders = breakdowns().flatMap(({ route, blocks }) =>
      blocks.flatMap((declared) =>
        (declared.kind === "table" || declared.kind === "list") && !isByNameAscending(declared.sort)
          ? [[route, declared.title, declared.sort.column, declared.sort.descending]]
          : [],
      ),
    );
    // The names are what the first column holds: a grouping, a campaign, a date, a search query.
    expect(orders).toEqual([
      ["content-dashboard/articles-breakdown", "Article Visits by Audience", "name", true],
      ["content-dashboard/articles-breakdown", "Article Visits by Category", "visits", true],
      ["content-dashboard/articles-breakdown", "Articles Visited", "visits", true],
      ["content-dashboard/shares-breakdown", "Shares", "count", true],
      ["content-dashboard/shares-breakdown", "Prints", "count", true],
      ["emails-dashboard/links-breakdown", "Clicked Links", "total", true],
      // The specification has no such table: it lists the partners that are largest by sales.
      ["offers-dashboard/partners-breakdown", "Partners", "sales", true],
    ]);
  });

  it("lead back to their dashboard and summarise known figures", () => {
    for (const { route, parent, summary } of breakdowns()) {
      expect(parent).toBe(parentOf(route));
      for (const metric of summary?.metrics ?? []) expect(metrics).toHaveProperty([metric]);
    }
  });

  it("sum up the returns in the order of the specification", () => {
    const returns = breakdowns().find(({ route }) => route === "user-dashboard/return-rate-breakdown");
    expect(returns?.summary?.metrics.map((metric) => metrics[metric].label)).toEqual([
      "Avg Login/Member",
      "Unique Return Logins",
      ">2 Return Logins",
    ]);
  });

  it("ask for as many rows as their lists begin with", () => {
    const count = Object.fromEntries(breakdowns().map((one) => [one.route, one.recordCount]));
    const members = Object.keys(guardedRoutes).filter((route) => route.startsWith("user-dashboard/"));
    for (const route of members) expect(count[route], route).toBe(6);
    expect(count["content-dashboard/shares-breakdown"]).toBe(10);
    expect(count["offers-dashboard/partners-breakdown"]).toBe(20);
  });
});

describe("dashboards", () => {
  const cardsOf = ({ sections }: DashboardDeclaration) => sections.flatMap(({ cards }) => cards);

  it("show known figures, each card with its own trend and its own breakdown", () => {
    for (const dashboard of dashboards()) {
      const cards = cardsOf(dashboard);
      for (const { headline, secondary = [] } of cards) {
        for (const metric of headline ? [headline, ...secondary] : secondary) {
          expect(metrics).toHaveProperty([metric]);
        }
      }
      for (const key of ["title", "trend", "to"] as const) {
        const all = cards.flatMap((card) => card[key] ?? []);
        expect(new Set(all).size, `${dashboard.route} ${key}`).toBe(all.length);
      }
    }
  });

  it("lead to every screen below them", () => {
    for (const dashboard of dashboards()) {
      if (dashboard === monitor) continue;
      const below = (Object.keys(guardedRoutes) as GuardedRoute[]).filter(
        (route) => parentOf(route) === dashboard.route,
      );
      const led = [...cardsOf(dashboard).flatMap(({ to }) => to ?? []), ...(dashboard.links ?? [])];
      expect([...led].sort(), dashboard.route).toEqual(below.sort());
    }
  });

  it("pin the six metrics of the monitor, each with its trend", () => {
    expect(cardsOf(monitor).map(({ trend }) => trend)).toEqual([
      "O_PARTNERS",
      "U_NEW_ENROLLMENTS",
      "U_ENGAGEMENT_RATE",
      "U_LOGINS",
      "U_RETURN_LOGINS_AND_FREQUENCY",
      "E_UNSUBSCRIBED",
    ]);
  });
});

describe("the way back", () => {
  it.each([
    [null, "Member Dashboard"],
    ["/user-dashboard?filters=%7B%7D", "Member Dashboard"],
    ["/user-dashboard/dormant-rate-breakdown", "Member Dashboard"],
    ["/executive-summary?filters=%7B%7D", "Program Monitor"],
    ["https://elsewhere.example/executive-summary", "Member Dashboard"],
    ["//elsewhere.example", "Member Dashboard"],
    ["/no-such-page", "Member Dashboard"],
  ])("from a page reached from %s is %s", (fromPage, title) => {
    expect(backFrom("user-dashboard", fromPage).title).toBe(title);
  });

  it("of a route is its dashboard", () => {
    expect(parentOf("emails-dashboard/screens")).toBe("emails-dashboard");
    expect(parentOf("emails-dashboard")).toBeNull();
    expect(parentOf("recommendations")).toBeNull();
  });
});
