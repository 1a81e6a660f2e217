// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { type GuardedRoute, screens } from "../../api/pages";
import type { LinkDraft } from "../../figures/exports/handoff";
import { DEFAULT_FILTERS } from "../../figures/filters/model";
import { declarationOf } from "../dashboards/declared";
import { pollOfPath } from "../dashboards/polls";
import { questionOf } from "../shared/visit";
import { bodyOf, callsOf, dayChoices, firstDays } from "./model";

const LOGINS = "api/v1/dashboard/users/logins";

async function screenOf(route: GuardedRoute) {
  const screen = await declarationOf(route);
  if (!screen) throw new Error(route);
  return screen;
}

describe("the calls of a link", () => {
  it("are those of the screen", async () => {
    expect(callsOf(await screenOf("executive-summary"), DEFAULT_FILTERS, "")).toEqual([
      { path: "api/v1/program/monitor/info" },
      { path: "api/v1/program/monitor/getIndicatorList" },
      { path: "api/v1/insights/news" },
    ]);
    const logins = callsOf(await screenOf("user-dashboard/logins-breakdown"), DEFAULT_FILTERS, "");
    expect(logins.map(({ path }) => path)).toEqual([
      `${LOGINS}/breakdowns`,
      "api/v1/dashboard/users/userDashboardInfo/LOGINS",
    ]);
  });

  it("have the choices in blocks that ask for other figures", async () => {
    const screen = await screenOf("user-dashboard/logins-breakdown");
    if (screen.kind !== "breakdown") throw new Error("a breakdown");
    const line = screen.declaration.blocks.find(({ kind }) => kind === "line");
    const calls = callsOf(screen, DEFAULT_FILTERS, `${line?.id}.quarters.by-tier.table`);
    expect(calls[2]).toEqual({
      path: `${LOGINS}/breakdown/${line?.block}`,
      timeScale: "BY_QUARTERS",
      viewBy: "TIER",
      recordCount: 6,
    });
    // What only orders or looks is no call.
    expect(callsOf(screen, DEFAULT_FILTERS, `${line?.id}.table`)).toHaveLength(2);
  });

  it("are those of one poll on the screen of the polls", async () => {
    const POLLS = "api/v1/content/dashboard/polls/breakdown";
    const route = "content-dashboard/polls-breakdown";
    expect(await declarationOf(route)).toBeNull();
    expect(["", "/", "/0", "/x", "s/7"].map((end) => pollOfPath(POLLS + end))).toEqual(
      Array.from({ length: 5 }),
    );
    const screen = await declarationOf(route, pollOfPath(`${POLLS}/7`));
    if (!screen) throw new Error(route);
    const opening = { viewByH1: "AUDIENCE", viewByH2: "NONE" };
    const [answers, ...others] = callsOf(screen, DEFAULT_FILTERS, "");
    expect([answers?.path, others]).toEqual([`${POLLS}/7/answerInfos`, []]);
    expect(answers).toMatchObject({ viewByH1: opening.viewByH1 });
    const [, table] = callsOf(screen, DEFAULT_FILTERS, "audience.by-tier");
    expect(table).toMatchObject({ path: `${POLLS}/7/POLL_ANSWERS_BY_AUDIENCE_TABLE`, viewByH1: "TIER" });
  });

  it("are at most 40 for every screen, and each finds its number again", async () => {
    for (const { route } of screens) {
      const screen = await declarationOf(route);
      if (!screen) continue;
      const calls = callsOf(screen, DEFAULT_FILTERS, "");
      expect(calls.length, route).toBeLessThanOrEqual(40);
      calls.forEach(({ path, ...choices }, call) => {
        expect(questionOf(calls, path, { ...choices, period: "LAST_7DAYS" }), route).toEqual({ call });
      });
    }
  });
});

it("has the filter of the screen and no empty password", async () => {
  const draft: LinkDraft = {
    screen: LOGINS,
    title: "Logins Breakdown",
    route: "user-dashboard/logins-breakdown",
    params: { period: "LAST_30DAYS", userGroupsTiersAll: false, userGroupTiers: [1] },
    blocks: "",
  };
  const form = { name: "Logins", days: "7", password: "" };
  const body = bodyOf(draft, await screenOf("user-dashboard/logins-breakdown"), form);
  expect(body).toMatchObject({ name: "Logins", screen: LOGINS, days: 7, blocks: "" });
  expect(JSON.parse(body.filters)).toEqual(draft.params);
  expect(body).not.toHaveProperty("password");
});

it("lasts no longer than may be", () => {
  expect(dayChoices(30)).toEqual([1, 7, 30]);
  expect([dayChoices(3), firstDays(3), firstDays(30)]).toEqual([[1, 3], "3", "7"]);
});
