import { describe, expect, it } from "vitest";
import { exampleUser } from "../../api/session/exampleUser";
import type { ModuleCode, SessionUser } from "../../generated/wire";
import { MODULES } from "../../pages/dashboards/modules";
import { choicesOf } from "./choices";
import { found, grouped } from "./matching";

const ALL: readonly ModuleCode[] = [
  "MONITOR",
  "MEMBERS",
  "EMAILS",
  "WEBSITE",
  "OFFERS",
  "CONTENT",
  "ADMIN",
  "DATA",
];
const userWith = (modules: readonly ModuleCode[]): SessionUser => ({
  ...exampleUser,
  modules: [...modules],
  schedule: true,
});

const modules = await Promise.all(Object.values(MODULES).map((module) => module.load()));
const cards = modules.flatMap(({ dashboard }) => dashboard.sections.flatMap((section) => section.cards));
const choices = choicesOf(userWith(ALL), cards, "light");
/** What is listed without a search. */
const unsearched = choices.filter(({ kind }) => kind !== "setting");
const labels = (text: string, recent: readonly string[] = []) =>
  found(choices, text, recent).map(({ label }) => label);

describe("what can be found", () => {
  it.each([
    [["EXPORT"], true, true],
    [["ADMIN"], false, true],
    [["MEMBERS"], false, false],
  ] as const)("has reports and links to screens for whom they are open: %j", (modules, reports, links) => {
    const found = choicesOf(userWith(modules), [], "light").map(({ id }) => id);
    expect([found.includes("reports"), found.includes("links")]).toEqual([reports, links]);
  });

  it("is every screen, figure and action once", () => {
    expect(new Set(choices.map(({ id }) => id)).size).toBe(choices.length);
    const labelled = choices.map(({ label, detail }) => `${label} – ${detail}`);
    expect(labelled).toEqual(
      expect.arrayContaining([
        "Program Monitor – ",
        "Logins Breakdown – Members Dashboard",
        "Email Screens – Emails Dashboard",
        "Users – Administration",
        "Total Logins – Logins Breakdown",
        "CSAT – Part of the BOND Score",
        "Use the dark theme – ",
        "Sign Out – ",
      ]),
    );
    expect(choices.every(({ label }) => label !== "")).toBe(true);
    // A figure that two cards show is one choice.
    expect(labelled.filter((text) => text.startsWith("Unique Logins"))).toHaveLength(1);
  });

  it("is an offer, a campaign or a group by its name, which opens what shows most about it", () => {
    const items = [
      { kind: "TIER", name: "Gold", ids: [2] },
      { kind: "offer", name: "Electric car charging", ids: [5, 9] },
      { kind: "term", name: "electric car", ids: [] },
      { kind: "source", name: "Direct", ids: [] },
    ] as const;
    const all = choicesOf(userWith(ALL), cards, "light", items);
    expect(found(all, "gold", [])[0]).toMatchObject({
      label: "Gold",
      detail: "Member Dashboard",
      target: { items: items[0] },
    });
    expect(found(all, "electric", []).map(({ label }) => label)).toEqual([
      "Electric car charging",
      "electric car",
    ]);
    expect(found(all, "direct", [])[0]).toMatchObject({ label: "Direct", target: { items: items[3] } });
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    // There may be hundreds, so that none is listed without a search.
    expect(grouped(all, []).flatMap((group) => group.choices)).toHaveLength(unsearched.length);
  });

  it("is a setting by its name, for whoever may open the settings", () => {
    expect(found(choices, "mail server", [])[0]).toMatchObject({
      label: "Mail server",
      detail: "Settings",
      target: { setting: "smtp_host" },
    });
    expect(labels("time zone")[0]).toBe("Time zone");
    const others = choicesOf(userWith(["MONITOR", "DATA"]), [], "light");
    expect(others.filter(({ target }) => "setting" in target)).toEqual([]);
    // They are listed only when they are searched for.
    expect(grouped(choices, []).flatMap((group) => group.choices)).not.toContainEqual(
      expect.objectContaining({ kind: "setting" }),
    );
  });

  it("leads to the breakdown of a figure's card, or to its explanation", () => {
    const targetOf = (id: string, of = choices) => of.find((choice) => choice.id === id)?.target;
    expect(targetOf("logins.uniqueLogins")).toEqual({ route: "user-dashboard/logins-breakdown" });
    expect(targetOf("score.csat")).toEqual({ explain: "score.csat" });
    // Before the dashboards are loaded.
    const early = choicesOf(userWith(ALL), [], "light");
    expect(targetOf("logins.uniqueLogins", early)).toEqual({ explain: "logins.uniqueLogins" });
  });

  it("is what the user may open", () => {
    const offers = choicesOf(userWith(["OFFERS"]), cards, "dark");
    const ids = offers.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(["offers-dashboard", "partnerDto.sales", "bond-insights"]));
    for (const id of [
      "executive-summary",
      "user-dashboard",
      "logins.totalLogins",
      "score.csat",
      "admin/users",
      "do score",
    ])
      expect(ids).not.toContain(id);
    expect(offers.find(({ id }) => id === "do theme")?.label).toBe("Use the light theme");
    const data = choicesOf(userWith(["DATA"]), cards, "light").map(({ id }) => id);
    expect(data.filter((id) => id.startsWith("admin/"))).toEqual(["admin/data"]);
  });
});

describe("a search", () => {
  it("ranks names that begin with it first, then words, then the rest", () => {
    const results = labels("log");
    const ranks = results.map((label) => {
      const text = label.toLowerCase();
      return text.startsWith("log") ? 0 : text.includes(" log") ? 1 : 2;
    });
    expect(results[0]).toBe("Logins Breakdown");
    expect(ranks).toContain(1);
    expect(ranks).toEqual(ranks.toSorted());
  });

  it("finds words in any order, by other names, and letters in order", () => {
    expect(labels("unique log")[0]).toBe("Unique Logins");
    expect(labels("logins unique")[0]).toBe("Unique Logins");
    expect(labels("member dashboard")[0]).toBe("Members Dashboard");
    expect(labels("administration")).toEqual(expect.arrayContaining(["Users", "Roles", "Audit"]));
    expect(labels("prgmon")).toContain("Program Monitor");
    expect(labels("  DARK ")).toEqual(["Use the dark theme"]);
  });

  it("finds figures by what people call them elsewhere, and no names that only have the letters", () => {
    const items = [
      { kind: "offer", name: "Free delivery on Saturdays, Fresh Basket Market", ids: [5] },
    ] as const;
    const all = choicesOf(userWith(ALL), cards, "light", items);
    const of = (text: string) => found(all, text, []).map(({ label }) => label);
    expect(of("revenue")).toEqual(["Partner Sales"]);
    expect(of("top offers")).toEqual(["Which offers brought most"]);
    expect(of("offers brought")).toEqual(["Which offers brought most"]);
    expect(of("churn")).toEqual(["Program Retention Rate", "Dormant Rate"]);
    expect(of("fresh basket")).toEqual([items[0].name]);
    expect(of("frsh bskt")).not.toContain(items[0].name);
  });

  it("finds by what a choice belongs to, after names", () => {
    const results = found(choices, "offers", []);
    expect(results[0]?.label).toBe("Offers Dashboard");
    expect(results.some(({ label }) => label === "Partner Breakdown")).toBe(true);
  });

  it("finds nothing for nonsense", () => {
    expect(labels("xqzzy")).toEqual([]);
    expect(labels("logins xqzzy")).toEqual([]);
  });

  it("puts what was chosen last first among equals", () => {
    const [, second] = found(choices, "total", []);
    expect(labels("total", [second?.id ?? ""])[0]).toBe(second?.label);
    // A better match stays before it.
    expect(labels("sign", ["do signOut", "unsubscribedDto.sum"])[0]).toBe("Sign Out");
  });
});

describe("without a search", () => {
  it("the choices are in groups, those chosen last in one of their own", () => {
    expect(grouped(choices, []).map(({ kind }) => kind)).toEqual(["screen", "figure", "action"]);
    const groups = grouped(choices, ["do theme", "gone", "user-dashboard"]);
    expect(groups[0]?.choices.map(({ id }) => id)).toEqual(["do theme", "user-dashboard"]);
    expect(groups.flatMap((group) => group.choices)).toHaveLength(unsearched.length);
  });
});
