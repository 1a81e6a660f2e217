import { describe, expect, it } from "vitest";
import type { AlertAnswer } from "../../../generated/wire";
import { bodyOf, formOf, LATE, ruleOf, rulesOf, waysOf, withFigure } from "./model";
import { exampleAlert, exampleAlerts } from "./testAnswers";

const figures = exampleAlerts.figures;
const draft = {
  kind: "draft",
  draft: { metric: "logins.totalLogins", params: { period: "THIS_YEAR" } },
} as const;

describe("an alert", () => {
  it("allows a figure the rules that can be computed of it", () => {
    expect(figures.map(rulesOf)).toEqual([
      ["below", "above", "percent", "points", "chance"],
      ["below", "above", "percent", "points", "weekday"],
      ["below", "above", "points", "chance"],
    ]);
    expect(rulesOf(undefined)).toEqual(["late"]);
  });

  it("is made of the figure of a screen with its filters, or with those of a view", () => {
    const form = formOf(draft, exampleAlerts);
    expect(form).toMatchObject({ name: "Total Logins", metric: "logins.totalLogins", rule: "below" });
    const inPage = { ...form, amount: " 12,5 " };
    const filled = { ...inPage, channel: "mail", recipients: "ann@example.com" } as const;
    expect(bodyOf(draft, filled, [])).toEqual({
      name: "Total Logins",
      metric: "logins.totalLogins",
      filters: '{"period":"THIS_YEAR"}',
      rule: "below",
      amount: 12.5,
      recipients: ["ann@example.com"],
    });
    expect(bodyOf(draft, inPage, [])).not.toHaveProperty("recipients");
    const views = [{ id: 7, filters: '{"period":"LAST_YEAR"}' }];
    const change = { ...filled, view: "7", rule: "percent", direction: "up", amount: "x" } as const;
    const body = bodyOf(draft, change, views);
    expect(body).toMatchObject({ filters: '{"period":"LAST_YEAR"}', rule: "percent", direction: "up" });
    expect(body).not.toHaveProperty("amount");
  });

  it("has no figure and no filters of late data", () => {
    const form = withFigure(formOf(draft, exampleAlerts), LATE, figures);
    expect(form).toMatchObject({ name: "Late data", rule: "late" });
    const body = bodyOf(draft, { ...form, table: "logins" }, []);
    expect(body).toEqual({ name: "Late data", rule: "late", table: "logins" });
  });

  it("is in the page unless somebody says where else, and stays where it is", () => {
    expect(formOf(draft, exampleAlerts).channel).toBe("page");
    const of = (channel: AlertAnswer["channel"]) =>
      formOf({ kind: "saved", alert: { ...exampleAlert, channel } }, exampleAlerts).channel;
    expect([of("webhook"), of(null)]).toEqual(["webhook", "page"]);
    const nothing = { ...exampleAlerts.destinations, canMail: false };
    expect([waysOf(exampleAlerts.destinations), waysOf(nothing)]).toEqual([["page", "mail"], ["page"]]);
  });

  it("keeps its rule and the name that somebody wrote where the other figure allows it", () => {
    const form = { ...formOf(draft, exampleAlerts), rule: "weekday", name: "Mine" } as const;
    expect(withFigure(form, "score", figures)).toMatchObject({
      metric: "score",
      rule: "below",
      name: "Mine",
    });
    expect(withFigure({ ...form, rule: "points" }, "score", figures).rule).toBe("points");
  });

  it("says its rule with the unit of the figure", () => {
    const of = (more: Partial<AlertAnswer>) => ruleOf({ ...exampleAlert, ...more }, "USD");
    expect(of({})).toBe("Total Logins fell by more than 10% since the period before");
    expect(of({ rule: "above", unit: "money", amount: 1234 })).toMatch(/above \$1,234/);
    expect(of({ rule: "points", unit: "percent", amount: 2 })).toMatch(/fell by more than 2 points/);
    expect(of({ rule: "weekday", amount: null })).toMatch(/by more than is usual/);
    expect(of({ rule: "late", table: "logins" })).toBe("Late data: logins");
  });
});
