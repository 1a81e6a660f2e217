// @vitest-environment happy-dom
import { beforeAll, describe, expect, it } from "vitest";
import { metrics } from "#texts/generated/metrics";
import contract from "../../../../src/tests/contract.json";
import { type GuardedRoute, pageOf, screens, titles } from "../../api/pages";
import {
  type BlockDeclaration,
  isTextColumn,
  openingSort,
  type Sort,
} from "../../figures/blocks/declaration";
import { figureInfo, helpOf } from "../../figures/blocks/figureInfo";
import { fileName } from "../../figures/blocks/frame/download";
import { WAYS } from "../../figures/ways/ways";
import { backFrom, parentOf } from "./back";
import type { BreakdownDeclaration, DashboardDeclaration, ScreensModule } from "./declaration";
import { MODULES, moduleOf } from "./modules";
import { monitor } from "./monitor";
import { standalone } from "./standalone";

let modules: readonly ScreensModule[];
beforeAll(async () => {
  modules = await Promise.all(Object.values(MODULES).map(({ load }) => load()));
});

const breakdowns = (): BreakdownDeclaration[] => modules.flatMap((module) => module.breakdowns);
const dashboards = (): DashboardDeclaration[] => [monitor, ...modules.map(({ dashboard }) => dashboard)];

describe("screens", () => {
  it("have the routes and titles of the contract", () => {
    const specified = contract.screens.map(({ route, title }) => [route, title]);
    const found = screens.map(({ route, title }) => [`/${route}`, title]);
    expect(found.sort()).toEqual(specified.sort());
  });

  it("are all declared, each in the module of its dashboard", () => {
    const declared = [
      monitor.route,
      ...Object.keys(standalone),
      ...modules.flatMap(({ dashboard, breakdowns, pages }) => [
        dashboard.route,
        ...breakdowns.map(({ route }) => route),
        ...Object.keys(pages),
      ]),
    ];
    expect([...declared].sort()).toEqual(screens.map(({ route }) => route).sort());
    for (const [at, module] of modules.entries()) {
      for (const { route } of module.breakdowns) expect(moduleOf(route)).toBe(Object.keys(MODULES)[at]);
    }
  });
});

/** The figures that a block draws. */
function drawnFigures(declared: BlockDeclaration): (string | undefined)[] {
  switch (declared.kind) {
    case "line":
      return declared.fields?.slice() ?? [declared.field];
    case "bars":
      return declared.figures?.map(({ field }) => field) ?? [declared.field];
    case "pie":
      return [declared.value];
    case "flow":
      return [declared.field];
    case "table":
    case "list":
      return declared.columns.filter((column) => !isTextColumn(column)).map(({ field }) => field);
  }
}

/** The labels that a block gives its figures. */
function ownLabels(declared: BlockDeclaration): readonly { field: string; label?: string }[] {
  if (declared.kind === "bars") return declared.figures ?? [];
  return "columns" in declared ? declared.columns.filter((column) => !isTextColumn(column)) : [];
}

it("lead on from what no filter has to blocks that can show it alone", () => {
  for (const [kind, way] of Object.entries(WAYS)) {
    if (!("blocks" in way)) continue;
    const { blocks } = breakdowns().find(({ route }) => route === way.route) ?? { blocks: [] };
    const able = blocks.filter(({ items }) => items === kind).map(({ id }) => id);
    expect(able, kind).toEqual(way.blocks);
  }
});

const isByNameAscending = ({ column, descending }: Sort) => column === "name" && !descending;

describe("breakdowns", () => {
  it("say what every figure means, and repeat no default label", () => {
    for (const { route, call, blocks } of breakdowns()) {
      for (const declared of blocks) {
        const known = call.figures(declared.block);
        for (const field of drawnFigures(declared)) {
          expect(helpOf(figureInfo(known, field)), `${route} ${declared.block} ${field}`).toBeTruthy();
        }
        for (const { field, label } of ownLabels(declared)) {
          expect(label, `${route} ${declared.block}`).not.toBe(figureInfo(known, field).label);
        }
      }
    }
  });

  it("show every figure of the answer of a table or list", () => {
    const hidden = breakdowns().flatMap(({ route, call, blocks }) => {
      const lists = blocks.filter(({ kind }) => kind === "table" || kind === "list");
      return [...new Set(lists.map(({ block }) => block))].flatMap((block) => {
        const shown = lists.filter((declared) => declared.block === block).flatMap(drawnFigures);
        const missing = call.figures(block).filter(({ field }) => !shown.includes(field));
        return missing.map(({ field }) => `${route} ${block} ${field}`);
      });
    });
    expect(hidden).toEqual([]);
  });

  it("show percentages as specified", () => {
    for (const { route, percentDecimals } of breakdowns()) {
      expect(percentDecimals, route).toBe(route.startsWith("emails-dashboard/") ? 1 : undefined);
    }
  });

  it("compare with the previous period if they have a summary: all except lists and platforms", () => {
    const without = breakdowns().filter(({ summary }) => summary === undefined);
    expect(without.map(({ route }) => route)).toEqual([
      "emails-dashboard/schedule",
      "emails-dashboard/screens",
      "website-dashboard/platforms-breakdown",
    ]);
  });

  it("name the span over which members are counted once", () => {
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

  it("sort their tables by a column that they show", () => {
    for (const { route, blocks } of breakdowns()) {
      for (const declared of blocks) {
        if (declared.kind !== "table" && declared.kind !== "list") continue;
        const fields = ["name", ...declared.columns.map(({ field }) => field)];
        expect(fields, `${route} ${declared.id}`).toContain(openingSort(declared).column);
      }
    }
  });

  it("name each block of a screen once", () => {
    for (const { route, blocks } of breakdowns()) {
      const ids = blocks.map(({ id }) => id);
      expect(new Set(ids).size, route).toBe(ids.length);
    }
  });

  it("have a distinct file name for each block of all screens", () => {
    const names = breakdowns().flatMap(({ route, blocks }) =>
      blocks.map(({ title }) => fileName([titles[route], title], null, "csv")),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  it("open with their tables sorted as specified", () => {
    const orders = breakdowns().flatMap(({ route, blocks }) =>
      blocks.flatMap((declared) =>
        isByNameAscending(openingSort(declared))
          ? []
          : [[route, declared.title, openingSort(declared).column, openingSort(declared).descending]],
      ),
    );
    // The first column contains the name: a grouping, a campaign, a date or a search query.
    expect(orders).toEqual([
      ["content-dashboard/articles-breakdown", "Article Visits by Audience", "name", true],
      ["content-dashboard/articles-breakdown", "Article Visits by Category", "visits", true],
      ["content-dashboard/articles-breakdown", "Articles Visited", "visits", true],
      ["content-dashboard/shares-breakdown", "Shares", "count", true],
      ["content-dashboard/shares-breakdown", "Prints", "count", true],
      ["emails-dashboard/links-breakdown", "Clicked Links", "total", true],
      // The specification has no such table: it lists the partners with the largest sales.
      ["offers-dashboard/partners-breakdown", "Partners", "sales", true],
    ]);
  });

  it("link back to their dashboard and summarise known figures", () => {
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

  it("request as many rows as their lists initially show", () => {
    const count = Object.fromEntries(breakdowns().map((one) => [one.route, one.recordCount]));
    const members = Object.keys(titles).filter((route) => route.startsWith("user-dashboard/"));
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

  it("link to every screen below them, or the menu does", () => {
    for (const dashboard of dashboards()) {
      if (dashboard === monitor) continue;
      const below = (Object.keys(titles) as GuardedRoute[]).filter(
        (route) => parentOf(route) === dashboard.route,
      );
      const inMenu = below.filter((route) => pageOf(route).menu === "sidebar");
      const led = [...cardsOf(dashboard).flatMap(({ to }) => to ?? []), ...inMenu];
      expect(led.sort(), dashboard.route).toEqual(below.sort());
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

describe("the back link", () => {
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
