import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { explanation as copy } from "#texts/explain";
import { errors, forbidden } from "#texts/page";
import { ApiError } from "../../api/client";
import { titles } from "../../api/paths";
import { createQueryClient } from "../../api/query";
import { exampleUser } from "../../api/session/exampleUser";
import { useSession } from "../../api/session/store";
import type { CauseTree, Explanation, ModuleCode } from "../../generated/wire";
import ExplainPage from "./ExplainPage";

const called = vi.hoisted(() => vi.fn());
vi.mock("../../api/client", async (original) => ({
  ...(await original()),
  call: called,
  callDeclared: called,
}));

const tree = (by: string): CauseTree => ({ by, label: by, causes: [], leading: null, divisions: [by] });

const answer = (metric: string, given: Partial<Explanation> = {}): Explanation => ({
  metric,
  label: metric === "score" ? "BOND Score" : "Total Logins",
  unit: "count",
  polarity: "higher",
  startDate: "2026-08-03",
  endDate: "2026-10-31",
  startDateBefore: "2026-07-03",
  endDateBefore: "2026-09-30",
  now: 74,
  before: 73,
  change: 1,
  changePercent: 1.4,
  note: null,
  chance: null,
  calendar: null,
  divisions: [],
  tree: tree("TIER"),
  sentences: [],
  ...given,
});

let explained: Explanation | ApiError;
let movedSince: string | null = null;

const mayOpen = (...modules: ModuleCode[]) =>
  useSession.setState({ status: "signedIn", user: { ...exampleUser, modules } }, true);

beforeEach(() => {
  movedSince = null;
  mayOpen("MONITOR", "MEMBERS");
  called.mockReset();
  called.mockImplementation(async (_method, path) => {
    if (path === "api/v1/program")
      return {
        today: "2026-11-27",
        currency: "USD",
        minimumMembers: 0,
        modules: ["MONITOR"],
        groupsAsOf: "NOW",
        groupsHistorySince: movedSince,
      };
    if (!path.startsWith("api/v1/explain/")) return new Promise(() => {});
    if (explained instanceof ApiError) throw explained;
    return explained;
  });
});

function show(figure: string, search = "") {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/explain/${figure}${search}`]}>
        <Routes>
          <Route path="/explain/:figure" element={<ExplainPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

it("leads back to the screen as it was where that had other filters", async () => {
  explained = answer("score", { unit: "decimal" });
  show("score", `?${new URLSearchParams({ fromPage: "/executive-summary?view=a" })}`);
  const back = await screen.findByRole("link", { name: /^Back/ });
  expect(back).toHaveTextContent("Back to Program Monitor");
  expect(back).toHaveAttribute("href", "/executive-summary?view=a");
});

it("says of the score, and of nothing else, that it is of the days to the end of the period", async () => {
  explained = answer("score", { unit: "decimal" });
  show("score");
  expect(
    await screen.findByText(
      /^The score of the 90 days to Oct 31, 2026, compared .* 90 days to Sep 30, 2026\./,
    ),
  ).toBeInTheDocument();
  expect(screen.getByText("+1.0 points")).toBeInTheDocument();
});

it("says of another figure which periods are compared", async () => {
  explained = answer("logins.totalLogins");
  show("logins.totalLogins");
  expect(
    await screen.findByText("Aug 3 – Oct 31, 2026, compared with Jul 3 – Sep 30, 2026"),
  ).toBeInTheDocument();
  expect(screen.queryByText(/The score of/)).toBeNull();
  expect(screen.queryByText(copy.newcomers)).toBeNull();
});

it("says who is new where a change is divided into new and established members, at any depth", async () => {
  const inside = tree("NEWCOMERS");
  const gold = { key: "2", name: "Gold", kind: "slice", canOpen: true, effect: 1, inside } as const;
  explained = answer("logins.totalLogins", {
    tree: { ...tree("TIER"), causes: [gold as unknown as CauseTree["causes"][number]] },
  });
  show("logins.totalLogins");
  expect(await screen.findByText(copy.newcomers)).toBeInTheDocument();
});

describe("where members moved from group to group", () => {
  const divisions = ["NEWCOMERS", "TIER"].map((by) => ({ by, label: by, leading: null }));
  const linked = async (name: string) => {
    const link = await screen.findByRole("link", { name });
    const { pathname, searchParams } = new URL(link.getAttribute("href") ?? "", "http://localhost");
    const filters = JSON.parse(searchParams.get("filters") ?? "null");
    return { pathname, filters, open: searchParams.get("open") };
  };
  const shown = (by: string, filters: object) => {
    explained = answer("logins.totalLogins", { divisions, tree: tree(by) } as Partial<Explanation>);
    show("logins.totalLogins", `?${new URLSearchParams({ filters: JSON.stringify(filters) })}`);
  };
  beforeEach(() => {
    movedSince = "2026-01-01";
  });

  it("leads to groups as they were, without which nobody stayed or moved", async () => {
    shown("NEWCOMERS", { period: "THIS_YEAR" });
    expect(await linked(copy.countThen)).toEqual({
      pathname: "/explain/logins.totalLogins",
      filters: { period: "THIS_YEAR", groupsAsOf: "WINDOW" },
      open: '{"by":"TIER"}',
    });
  });

  it("leads with chosen groups to who stayed in them and who moved", async () => {
    const gold = { period: "THIS_YEAR", userGroupsTiersAll: false, userGroupTiers: [2] };
    shown("LOB", gold);
    expect(await linked(copy.countThen)).toMatchObject({ filters: gold, open: '{"by":"MOVES"}' });
  });

  it("leads on to the members who moved", async () => {
    shown("TIER", { period: "THIS_YEAR", groupsAsOf: "WINDOW" });
    expect(await screen.findByText(copy.movesWithin, { exact: false })).toBeInTheDocument();
    expect(await linked(copy.movesScreen)).toMatchObject({
      pathname: "/user-dashboard/group-moves-breakdown",
      filters: { groupsAsOf: "WINDOW" },
    });
  });

  it("says nothing of it where nobody moved", async () => {
    movedSince = null;
    shown("TIER", { period: "THIS_YEAR" });
    expect(await screen.findByRole("table")).toBeInTheDocument();
    expect(screen.queryByRole("link", { name: copy.countThen })).toBeNull();
  });
});

it("leads home from a figure that does not exist", async () => {
  explained = new ApiError(404, null);
  show("nonsense");
  expect(await screen.findByText(copy.unknown)).toBeInTheDocument();
  expect(screen.getByRole("link", { name: titles["executive-summary"] })).toHaveAttribute(
    "href",
    expect.stringMatching(/^\/executive-summary/),
  );
  expect(screen.queryByRole("button", { name: errors.again })).toBeNull();
});

it.each([
  [0.0012, "less than 0.01 months"],
  [0.04, "0.04 months"],
])("a standard error of %s is not shown as 0", async (standardError, text) => {
  explained = answer("averageTenure", { unit: "months", chance: { standardError, isWithin: false } });
  show("averageTenure");
  expect(await screen.findByText(`Chance alone typically moves it by about ${text}.`)).toBeInTheDocument();
});

it("says of a figure whose module is closed that it is not available, and asks for nothing", async () => {
  mayOpen("MEMBERS");
  show("score");
  expect(await screen.findByText(forbidden.title)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: errors.again })).toBeNull();
  expect(called.mock.calls.filter(([, path]) => path.startsWith("api/v1/explain/"))).toEqual([]);
});

it("says below the move of the score where points are left and what each part means", async () => {
  const part = {
    key: "csat",
    label: "CSAT",
    pillar: "Voice",
    numerator: 209,
    denominator: 261,
    value: 80.08,
    unit: "percent",
    floor: 40,
    target: 90,
    score: 80,
    pointsEarned: 8,
    pointsPossible: 10,
    state: "ok",
    definition: "Share of answers of 4 or 5.",
  };
  const score = { score: 77.1, averageTenure: { years: 1, months: 3 }, explain: { parts: [part] } };
  explained = answer("score");
  const others = called.getMockImplementation();
  called.mockImplementation(async (method, path) => {
    if (path === "api/v1/bond/score") return score;
    return path === "api/v1/issued/score" ? { days: [], note: null } : others?.(method, path);
  });
  await show("score");
  expect(await screen.findByRole("heading", { name: "Most points to gain" })).toBeVisible();
  expect(screen.getByText("2.0 points to gain")).toBeVisible();
  expect(screen.getByRole("definition")).toHaveTextContent(
    "Share of answers of 4 or 5. 0 points at 40%, all points from 90%. Now 209 of 261.",
  );
  expect(await screen.findByText("Verify")).toBeVisible();
});
