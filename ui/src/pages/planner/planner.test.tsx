import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, it, vi } from "vitest";
import { callForFile } from "../../api/client";
import { createQueryClient } from "../../api/query";
import { useSession } from "../../api/session/store";
import type {
  CloseAnswer,
  ForecastAnswer,
  ModuleCode,
  PlanAnswer,
  PlannerAnswer,
  PlannerParams,
} from "../../generated/wire";
import { ToastHost } from "../../kit";
import Planner from ".";
import { ANSWER, PART } from "./testAnswers";

const called = vi.hoisted(() => vi.fn());
vi.mock("../../api/client", async (original) => ({
  ...(await original()),
  call: called,
  callDeclared: called,
  callForFile: vi.fn(),
}));
const asked = vi.mocked(callForFile);

const CLOSE: CloseAnswer = {
  asOf: "2026-03-14",
  startDate: "2025-12-15",
  viewByH1: "TIER",
  dormantDays: 90,
  noticeDays: 14,
  rows: [
    { id: 1, name: "Gold", isTotal: false, active: 20, engaged: 7, dormant: 0 },
    {
      id: 2,
      name: "Silver",
      isTotal: false,
      active: null,
      engaged: 9,
      dormant: 3,
      hidden: { active: "few" },
    },
    { id: null, name: "Total", isTotal: true, active: 24, engaged: 16, dormant: 3 },
  ],
};

const FORECAST: ForecastAnswer = {
  method: "bond-1",
  asOf: "2026-03-14",
  score: 50,
  missing: null,
  oneIn: 1,
  points: [
    {
      days: 30,
      day: "2026-04-13",
      score: 49.2,
      low: 48.4,
      high: 50,
      typicalError: 0.4,
      believed: 0.5,
      tried: 6,
      parts: [
        {
          key: "programActiveRate",
          label: "Program Active Rate",
          unit: "percent",
          value: 19.5,
          isForecast: true,
        },
        { key: "csat", label: "CSAT", unit: "percent", value: 65, isForecast: false },
      ],
    },
  ],
  past: [
    ["2026-02-12", 49.5],
    ["2026-03-14", 50],
  ],
  tries: [],
};

let answer: PlannerAnswer;
let forecast: ForecastAnswer;
let plans: PlanAnswer[];

const plan = (id: number, name: string): PlanAnswer => ({
  id,
  name,
  login: "ann",
  isOwn: true,
  shared: false,
  starts: "2026-03-14",
  ends: "2026-06-30",
  target: 55,
  groups: [],
  parts: [],
  points: [],
});

/** The bodies of the calls to a path. */
const bodies = (path: string) =>
  called.mock.calls
    .filter(([, to]) => to === path)
    .map(([, , body]) => body as PlannerParams & Record<string, unknown>);

beforeEach(() => {
  answer = ANSWER;
  forecast = FORECAST;
  plans = [];
  asked.mockReset();
  called.mockReset();
  called.mockImplementation(async (method, path, body) => {
    if (path === "api/v1/program") {
      return { today: "2026-03-15", through: "2026-03-14", currency: "USD", minimumMembers: 5 };
    }
    if (path === "api/v1/planner/close") return CLOSE;
    if (path === "api/v1/planner/forecast") return forecast;
    if (path === "api/v1/planner/plans") return method === "GET" ? { plans } : {};
    if (method === "DELETE") {
      plans = plans.filter(({ id }) => path !== `api/v1/planner/plans/${id}`);
      return undefined;
    }
    if (path !== "api/v1/planner") return [];
    const { changes = [] } = body as { changes?: unknown[] };
    const whatIf = { score: 51.2, parts: [{ key: "programActiveRate", more: 40, value: 24 }] };
    return { ...answer, whatIf: changes.length > 0 ? whatIf : null };
  });
});

async function show(modules: ModuleCode[] = ["RECOMMENDATIONS"]) {
  const user = { id: 1, firstName: "Ann", roleList: [], modules, schedule: false, preferences: {} };
  useSession.setState({ status: "signedIn", user }, true);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <Planner />
        <ToastHost />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByRole("region", { name: "Saved plans" });
}

const row = (name: string) => screen.getByRole("row", { name: new RegExp(`^${name}`) });

it("asks for two points more at first, and says what each part alone would take", async () => {
  await show();
  expect(bodies("api/v1/planner").at(-1)).toMatchObject({ target: { value: 52 } });
  const active = row("Program Active Rate");
  expect(active).toHaveTextContent("22.6%");
  expect(active).toHaveTextContent("+2.6 points");
  expect(active).toHaveTextContent("26 members with a second qualifying session");
  expect(screen.getByText(/^Shortest mix: 26 more members .*; 1 more answer/)).toBeInTheDocument();
  expect(screen.getByRole("img", { name: "The score is 50.0, the target 52.0" })).toBeInTheDocument();
});

it("marks the cheapest part, and says which part cannot do it alone or does not count", async () => {
  answer = {
    ...ANSWER,
    parts: [
      { ...PART, isCheapest: true },
      { ...PART, key: "csat", label: "CSAT", needed: null },
      { ...PART, key: "returnRate", label: "Return Rate", needed: null, toTarget: 0 },
      {
        ...PART,
        key: "averageTenure",
        label: "Average Tenure",
        state: "insufficient",
        counted: null,
        needed: null,
      },
    ],
  };
  await show();
  expect(row("Program Active Rate")).toHaveTextContent("Shortest way");
  expect(row("CSAT")).toHaveTextContent("Not enough on its own: at most 57.5");
  expect(row("Return Rate")).toHaveTextContent("All of its points are earned");
  expect(within(row("Average Tenure")).queryByRole("slider")).toBeNull();
});

it("leaves out what nobody can move, and folds notes and the table of the forecast", async () => {
  const [part = PART] = ANSWER.parts;
  answer = {
    ...ANSWER,
    parts: [
      { ...part, beside: "Whoever comes back raises the tenure." },
      { ...PART, key: "averageTenure", label: "Average Tenure", byPeople: false },
    ],
  };
  await show();
  const parts = screen.getByRole("table", { name: "What each part would need on its own" });
  expect(within(parts).queryByRole("row", { name: /Average Tenure/ })).toBeNull();
  expect(
    await screen.findByText("In 30 days the score is expected to be 49.2 (48.4 to 50.0)."),
  ).toBeVisible();
  const folded = (element: HTMLElement) => element.closest("details")?.open === false;
  expect(folded(screen.getByText("Program Active Rate: Whoever comes back raises the tenure."))).toBe(true);
  expect(folded(screen.getByRole("table", { name: "Where it is heading", hidden: true }))).toBe(true);
  // Who could be written to comes before what is to be tried.
  const titles = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
  expect(titles.indexOf("Who is close")).toBeLessThan(titles.indexOf("What each part would need on its own"));
});

it("lets the score follow a slider, by the server's answer", async () => {
  await show();
  const slider = screen.getByRole("slider", { name: "How many more: Program Active Rate" });
  fireEvent.change(slider, { target: { value: "39" } });
  fireEvent.change(slider, { target: { value: "40" } });
  expect(await screen.findByText("With your changes 51.2 (+1.2)")).toBeInTheDocument();
  expect(slider).toHaveAttribute("aria-valuetext", "40 members with a second qualifying session");
  const sent = bodies("api/v1/planner").flatMap(({ changes }) => changes ?? []);
  // Not what the slider passed on its way.
  expect(sent).toEqual([{ part: "programActiveRate", more: 40 }]);
  await userEvent.click(screen.getByRole("button", { name: "Reset" }));
  expect(await screen.findByText("Move a slider to see the score follow.")).toBeInTheDocument();
  const heading = screen.getByRole("heading", { name: "What each part would need on its own" });
  await waitFor(() => expect(heading).toHaveFocus());
  fireEvent.click(screen.getByRole("button", { name: "Try it below" }));
  expect(screen.getByRole("spinbutton", { name: "How many more: Program Active Rate" })).toHaveValue(26);
});

it("forecasts the score with its range and its error, and says what stays as it is", async () => {
  await show();
  const table = await screen.findByRole("table", { name: "Where it is heading" });
  const cells = (name: string) =>
    within(within(table).getByRole("row", { name: new RegExp(`^${name}`) }))
      .getAllByRole("cell")
      .map((cell) => cell.textContent);
  expect(cells("BOND Score")).toEqual(["49.2 (−0.8)48.4 to 50.0"]);
  expect(cells("Program Active Rate")).toEqual(["19.5%"]);
  expect(cells("CSAT")).toEqual(["as now"]);
  expect(screen.getByText(/came true in the past counts: 50% for 30 days/)).toBeInTheDocument();
  expect(screen.getByText(/missed by 0.4 points 30 days ahead \(6 tries\)/)).toBeInTheDocument();
});

it("says why there is no forecast", async () => {
  forecast = { ...FORECAST, points: [], missing: "A forecast needs logins of 120 days." };
  await show();
  expect(await screen.findByText("A forecast needs logins of 120 days.")).toBeInTheDocument();
});

it("takes a target of one part", async () => {
  await show();
  fireEvent.change(screen.getByRole("combobox", { name: "Target for" }), { target: { value: "csat" } });
  await waitFor(() => expect(bodies("api/v1/planner").at(-1)?.target).toEqual({ part: "csat", value: 40 }));
  const field = screen.getByRole("spinbutton", { name: "Target of CSAT" });
  const sent = bodies("api/v1/planner").length;
  fireEvent.change(field, { target: { value: "" } });
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription("Enter a number from 0 to 100.");
  // Longer than the page waits for a slider to rest.
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(bodies("api/v1/planner")).toHaveLength(sent);
  fireEvent.change(field, { target: { value: "72.5" } });
  await waitFor(() => expect(bodies("api/v1/planner").at(-1)?.target).toEqual({ part: "csat", value: 72.5 }));
});

it("counts who is close in the last days with logins or the filter's period, and gives ids only with the permission", async () => {
  // The score is that of a period that is over.
  answer = { ...ANSWER, asOf: "2025-12-31" };
  await show();
  const table = await screen.findByRole("table", { name: "Who is close" });
  expect(within(table).getByRole("row", { name: /^Gold/ })).toHaveTextContent("2070");
  expect(bodies("api/v1/planner/close").at(-1)).toMatchObject({
    period: "SELECTED_DATE",
    startDate: "2025-12-15",
    endDate: "2026-03-14",
    viewByH1: "TIER",
  });
  expect(within(table).getByRole("row", { name: /^Silver/ })).toHaveTextContent("< 5");
  expect(screen.getByRole("region", { name: "Who is close" })).toHaveTextContent("As of Mar 14, 2026");
  expect(screen.queryByRole("button", { name: /^Download ids/ })).toBeNull();
  fireEvent.click(screen.getByRole("radio", { name: "The filter's period" }));
  await waitFor(() => expect(bodies("api/v1/planner/close").at(-1)).toMatchObject({ period: "THIS_YEAR" }));
});

it("downloads the ids of one number", async () => {
  vi.stubGlobal(
    "URL",
    Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => undefined }),
  );
  asked.mockResolvedValue(new Blob(["member_id\r\nM1\r\n"]));
  await show(["RECOMMENDATIONS", "PEOPLE"]);
  fireEvent.click(await screen.findByRole("button", { name: "Download ids: Silver, One from engaged" }));
  await waitFor(() => expect(asked).toHaveBeenCalledOnce());
  expect(asked.mock.calls[0]).toMatchObject([
    "api/v1/planner/close/members",
    { closeTo: "engaged", userGroupTiers: [2], userGroupsTiersAll: false, endDate: "2026-03-14" },
  ]);
  expect(screen.getByRole("button", { name: "Download ids: Gold, Soon dormant" })).toBeDisabled();
  asked.mockRejectedValue(new Error("no"));
  fireEvent.click(screen.getByRole("button", { name: "Download ids: all, Soon dormant" }));
  expect(await screen.findByText("The ids could not be downloaded.")).toBeInTheDocument();
});

it("saves a plan with the values of the mixture", async () => {
  await show();
  const name = await screen.findByRole("textbox", { name: "Name" });
  expect(screen.getByRole("button", { name: "Save the plan" })).toBeDisabled();
  expect(screen.queryByRole("checkbox", { name: "Others can see it" })).toBeNull();
  fireEvent.change(name, { target: { value: "Spring" } });
  await userEvent.click(screen.getByRole("button", { name: "Save the plan" }));
  expect(await screen.findByText("The plan is saved.")).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole("heading", { name: "Saved plans" })).toHaveFocus());
  const saved = called.mock.calls.find(
    ([method, path]) => method === "POST" && path === "api/v1/planner/plans",
  );
  expect(saved?.[2]).toMatchObject({
    name: "Spring",
    ends: "2026-06-14",
    target: 52,
    shared: false,
    parts: [
      { part: "programActiveRate", value: 22.6 },
      { part: "csat", value: 65.3 },
    ],
  });
});

it("asks before it removes a plan, and names it", async () => {
  plans = [plan(1, "Spring"), plan(2, "Autumn")];
  await show();
  await userEvent.click(await screen.findByRole("button", { name: "Remove Spring" }));
  const dialog = await screen.findByRole("dialog", { name: "Remove the plan Spring?" });
  expect(plans).toHaveLength(2);
  await userEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(plans).toHaveLength(2);
  await userEvent.click(screen.getByRole("button", { name: "Remove Spring" }));
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("The plan is removed.")).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole("heading", { name: "Spring" })).toBeNull());
  expect(plans.map(({ name }) => name)).toEqual(["Autumn"]);
});

it("says so where the score is expected to be what it is", async () => {
  const [point] = FORECAST.points;
  if (!point) throw new Error("no point");
  forecast = { ...FORECAST, points: [point, { ...point, days: 60, score: 50.02 }] };
  await show();
  expect(
    await screen.findByText("In 60 days the score is expected to be what it is now."),
  ).toBeInTheDocument();
});

it("says why there is nothing to plan", async () => {
  answer = { ...ANSWER, score: null, mixture: null, missing: "Logins cover 12 of the 90 days." };
  await show();
  expect(screen.getByText("There is no score to plan from")).toBeInTheDocument();
  expect(screen.getByText("Logins cover 12 of the 90 days.")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Save the plan" })).toBeNull();
});
