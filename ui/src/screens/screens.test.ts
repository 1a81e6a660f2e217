import { describe, expect, it } from "vitest";
import { blockFields } from "../api/generated/blocks";
import { metrics } from "../api/generated/metrics";
import { guardedRoutes } from "../paths";
import { backFrom, parentOf } from "./back";
import { screens } from "./index";
import { logins } from "./logins";
import { monitor } from "./monitor";

describe("screens", () => {
  it("answer every guarded route once, with its title", () => {
    expect(screens.map(({ route }) => route)).toEqual(Object.keys(guardedRoutes));
    for (const { route, title } of screens) expect(title).toBe(guardedRoutes[route]);
  });

  it("are what is declared, and a message otherwise", () => {
    const kind = Object.fromEntries(screens.map((screen) => [screen.route, screen.kind]));
    expect(kind[monitor.route]).toBe("dashboard");
    expect(kind[logins.route]).toBe("breakdown");
    expect(kind["website-dashboard"]).toBe("message");
  });
});

describe("declarations", () => {
  it("name blocks and fields that the server answers", () => {
    for (const { endpoint, blocks } of [logins]) {
      for (const declared of blocks) {
        const fields = blockFields[endpoint]?.[declared.block];
        expect(fields, declared.block).toBeDefined();
        if (declared.kind === "table") {
          for (const { field } of declared.columns) expect(fields).toContain(field);
        }
      }
    }
  });

  it("name each block of a screen once", () => {
    const ids = logins.blocks.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("pin the six metrics of the monitor, each with its trend", () => {
    const cards = monitor.sections.flatMap((section) => section.cards);
    expect(cards.map(({ trend }) => trend)).toEqual([
      "O_PARTNERS",
      "U_NEW_ENROLLMENTS",
      "U_ENGAGEMENT_RATE",
      "U_LOGINS",
      "U_RETURN_LOGINS_AND_FREQUENCY",
      "E_UNSUBSCRIBED",
    ]);
    for (const { headline, secondary } of cards) {
      for (const metric of [headline, ...secondary]) expect(metrics).toHaveProperty([metric]);
    }
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
