import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "../../api/query";
import { useSession } from "../../api/session";
import { exampleUser } from "../../api/session/exampleUser";
import type {
  CohortRow,
  InsightNote,
  ModuleCode,
  Move,
  MovesAnswer,
  NewInsightNote,
} from "../../generated/wire";
import { ToastHost } from "../../kit";
import { DiscardQuestion } from "../../kit/DiscardQuestion";
import Insights from ".";
import { cohortLines } from "./cohortLines";

const called = vi.hoisted(() => vi.fn());
vi.mock("../../api/client", async (original) => ({
  ...(await original()),
  call: called,
  callDeclared: called,
}));

const move = (at: number): Move => ({
  key: `move ${at}`,
  metric: "logins.totalLogins",
  label: "Total Logins",
  unit: "count",
  polarity: "higher",
  unusual: at <= 11,
  group: at === 1 ? { grouping: "TIER", id: 2, name: "Gold" } : null,
  item: at === 2 ? { by: "OFFER_PARTNER", label: "Partner", key: "4", name: "Inn" } : null,
  now: 90,
  before: 100,
  change: -10,
  changePercent: -10,
  restChange: null,
  points: at === 1 ? -0.32 : null,
  errors: -7.3,
  probability: 1e-6,
  sentence: `Total Logins fell, number ${at}.`,
  also:
    at === 1
      ? [
          { metric: "x", label: "Unique Logins", change: -4, changePercent: -8, unit: "count" },
          { metric: "y", label: "Active Rate", change: -1.2, changePercent: -3, unit: "percent" },
        ]
      : [],
});

const MOVES: MovesAnswer = {
  startDate: "2026-02-13",
  endDate: "2026-03-14",
  startDateBefore: "2026-01-14",
  endDateBefore: "2026-02-12",
  insteadOf: null,
  tests: 700,
  real: 12,
  earlier: 12,
  note: null,
  moves: Array.from({ length: 12 }, (_, at) => move(at + 1)),
};

const cohort = (month: string, percents: (number | null)[]): CohortRow => ({
  month,
  registered: 40,
  hidden: null,
  ages: percents.map((percent) => ({ percent, hidden: percent === null ? "few" : null })),
});

let moves: MovesAnswer;
let notes: InsightNote[];

/** Signs in a user to whom these modules are open, and who may change Insights or not. */
function signIn(modules: ModuleCode[], mayChangeInsights: boolean) {
  const permissions = [{ module: { code: "INSIGHTS" as const }, editable: mayChangeInsights }];
  const user = { ...exampleUser, modules, roleList: [{ name: "R", permissions }] };
  useSession.setState({ status: "signedIn", user });
}

beforeEach(() => {
  moves = MOVES;
  notes = [];
  signIn(["INSIGHTS", "MEMBERS"], true);
  called.mockReset();
  called.mockImplementation(async (method, path, body) => {
    switch (path) {
      case "api/v1/program":
        return { today: "2026-03-15", currency: "USD", minimumMembers: 5 };
      case "api/v1/insights/moves":
        return moves;
      case "api/v1/insights/unusual":
        return {
          day: "2026-03-14",
          weeks: 8,
          tests: 20,
          items: [
            {
              key: "unusual a",
              metric: "logins.totalLogins",
              label: "Total Logins",
              unit: "count",
              polarity: "higher",
              value: 5,
              median: 9,
              deviations: -6,
              probability: 1e-4,
              sentence: "Total Logins was 5.",
            },
          ],
        };
      case "api/v1/insights/cohorts":
        return {
          cohorts: [cohort("2026-01", [55, null]), cohort("2026-02", [40]), cohort("2026-03", [])],
          hidden: 1,
        };
      case "api/v1/insights/expiring":
        return {
          asOf: "2026-03-14",
          days: 30,
          offers: [
            { id: 1, name: "Coffee", partner: "Beans", ends: "2026-03-20", clicks: 12, hidden: null },
            { id: 2, name: "Tea", partner: "Leaves", ends: "2026-03-21", clicks: null, hidden: "few" },
          ],
          offersTotal: 3,
          close: {
            asOf: "2026-03-14",
            startDate: "2026-01-01",
            viewByH1: "TIER",
            dormantDays: 90,
            noticeDays: 14,
            rows: [{ id: null, name: "Total", isTotal: true, active: 1, engaged: 2, dormant: 33 }],
          },
        };
      case "api/v1/insights/notes": {
        if (method === "GET") return { notes };
        const { key, dismissed, note = "", shared = false } = body as NewInsightNote;
        const others = notes.filter((one) => one.key !== key || one.shared !== shared);
        notes = [{ key, shared, login: "ann", at: 1_773_500_000, dismissed, note }, ...others];
        return undefined;
      }
      default:
        return [];
    }
  });
});

async function show() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={["/bond-insights"]}>
        <Insights />
        <DiscardQuestion />
        <ToastHost />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return screen.findByRole("region", { name: "What changed" });
}

it("lists ten moves, each a link to its explanation by the group that moved", async () => {
  const region = await show();
  const link = await within(region).findByRole("link", { name: "Total Logins fell, number 1." });
  expect(decodeURIComponent(link.getAttribute("href") ?? "")).toMatch(
    /^\/explain\/logins\.totalLogins\?.*open=\{"by":"TIER"\}/,
  );
  expect(within(region).getAllByRole("listitem")).toHaveLength(10);
  const ofItem = within(region).getByRole("link", { name: "Total Logins fell, number 2." });
  expect(decodeURIComponent(ofItem.getAttribute("href") ?? "")).toMatch(/open=\{"by":"OFFER_PARTNER"\}$/);
  expect(region).toHaveTextContent(
    "unusualvery unlikely to be chance−0.3 points of the scoreAlso: Unique Logins (−8%), Active Rate (−1.2 points)",
  );
  expect(within(region).getAllByTitle("7.3 standard errors")).toHaveLength(10);
  expect(region).toHaveTextContent("We checked 700 changes. 12 are unusual.");
  expect(region).toHaveTextContent("1 smaller change is not listed.");
});

it("says which period is judged in place of one that cannot be, and explains that one", async () => {
  moves = {
    ...MOVES,
    insteadOf: {
      startDate: "2025-03-15",
      endDate: "2026-03-14",
      comparison: "PREVIOUS_PERIOD",
      why: "A year cannot be judged. This is the longest that can.",
    },
  };
  const region = await show();
  await waitFor(() =>
    expect(region).toHaveTextContent("A year cannot be judged. This is the longest that can."),
  );
  const link = within(region).getByRole("link", { name: "Total Logins fell, number 1." });
  const filters = new URL(link.getAttribute("href") ?? "", "http://x").searchParams.get("filters") ?? "";
  expect(JSON.parse(filters)).toMatchObject({
    period: "SELECTED_DATE",
    startDate: "2026-02-13",
    endDate: "2026-03-14",
  });
});

it("what was looked at goes below with who and when, and comes back", async () => {
  const region = await show();
  fireEvent.click(
    await within(region).findByRole("button", { name: "Reviewed: Total Logins fell, number 1." }),
  );
  const back = await within(region).findByRole("button", {
    name: "Show again: Total Logins fell, number 1.",
  });
  expect(called).toHaveBeenCalledWith("PUT", "api/v1/insights/notes", {
    key: "move 1",
    dismissed: true,
    note: "",
    shared: true,
  });
  expect(region).toHaveTextContent(/ann, Mar 14, 2026.*, for everybody/);
  expect(region).toHaveTextContent("are for everybody who opens Insights");
  expect(within(region).queryByRole("link", { name: "Total Logins fell, number 1." })).toBeNull();
  fireEvent.click(back);
  await within(region).findByRole("link", { name: "Total Logins fell, number 1." });
});

it("the focus goes to the next move after one was looked at, and back to its place from a note", async () => {
  const region = await show();
  const link = (at: number) => within(region).getByRole("link", { name: `Total Logins fell, number ${at}.` });
  const button = (name: string) => within(region).getByRole("button", { name });
  await within(region).findByRole("link", { name: "Total Logins fell, number 1." });
  await userEvent.click(button("Reviewed: Total Logins fell, number 1."));
  await waitFor(() => expect(link(2)).toHaveFocus());
  await userEvent.click(button("Show again: Total Logins fell, number 1."));
  await waitFor(() => expect(within(region).getByRole("heading", { name: "What changed" })).toHaveFocus());

  const note = "Note: Total Logins fell, number 2.";
  await userEvent.click(button(note));
  await userEvent.keyboard("A sale.{Escape}");
  await userEvent.click(screen.getByRole("button", { name: "Keep editing" }));
  expect(within(region).getByRole("textbox", { name: "Note" })).toHaveValue("A sale.");
  await userEvent.click(button("Cancel"));
  await userEvent.click(screen.getByRole("button", { name: "Discard" }));
  expect(button(note)).toHaveFocus();
  await userEvent.click(button(note));
  expect(within(region).getByRole("textbox", { name: "Note" })).toHaveValue("");
  await userEvent.click(button("Cancel"));
  expect(button(note)).toHaveFocus();
  await userEvent.click(button(note));
  await userEvent.keyboard("A sale.{Enter}");
  await within(region).findByText(/^A sale\./);
  expect(button(note)).toHaveFocus();
});

it("a note is written beside a move", async () => {
  const region = await show();
  fireEvent.click(await within(region).findByRole("button", { name: "Note: Total Logins fell, number 2." }));
  fireEvent.change(within(region).getByRole("textbox", { name: "Note" }), { target: { value: "A sale." } });
  fireEvent.click(within(region).getByRole("button", { name: "Save" }));
  expect(await within(region).findByText(/^A sale\./)).toHaveTextContent("A sale. by ann, for everybody");
});

it("who may only read dismisses and notes for itself, and takes nothing back from others", async () => {
  signIn(["INSIGHTS", "MEMBERS"], false);
  const of = (key: string, note: string): InsightNote => ({
    key,
    shared: true,
    login: "bob",
    at: 1_773_400_000,
    dismissed: note === "",
    note,
  });
  notes = [of("move 1", ""), of("move 2", "A sale.")];
  const region = await show();
  await waitFor(() => expect(region).toHaveTextContent(/bob, Mar 13, 2026.*, for everybody/));
  expect(
    within(region).queryByRole("button", { name: "Show again: Total Logins fell, number 1." }),
  ).toBeNull();
  expect(region).toHaveTextContent("and your notes: your role may read Insights, but not change it.");
  // The note of another is shown and not overwritten.
  expect(region).toHaveTextContent("A sale. by bob, for everybody");
  fireEvent.click(within(region).getByRole("button", { name: "Note: Total Logins fell, number 2." }));
  const field = within(region).getByRole("textbox", { name: "Note" });
  expect(field).toHaveValue("");
  fireEvent.change(field, { target: { value: "To ask." } });
  fireEvent.click(within(region).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(region).toHaveTextContent("To ask. only you see this"));
  expect(region).toHaveTextContent("A sale. by bob, for everybody");
  expect(notes).toHaveLength(3);
  fireEvent.click(within(region).getByRole("button", { name: "Reviewed: Total Logins fell, number 3." }));
  const back = await within(region).findByRole("button", {
    name: "Show again: Total Logins fell, number 3.",
  });
  expect(region).toHaveTextContent(/You, Mar 14, 2026.*, only for you/);
  fireEvent.click(back);
  await within(region).findByRole("link", { name: "Total Logins fell, number 3." });
});

it("a sentence is no link where the explanation is closed to the user", async () => {
  signIn(["INSIGHTS"], false);
  const region = await show();
  expect(await within(region).findByText("Total Logins fell, number 1.")).toBeInTheDocument();
  expect(within(region).queryByRole("link")).toBeNull();
});

it("lists the largest changes as usual ones where none is unusual, and offers a longer period", async () => {
  const usual = MOVES.moves.map((one) => ({ ...one, unusual: false }));
  moves = { ...MOVES, real: 0, moves: usual };
  const region = await show();
  await waitFor(() => expect(region).toHaveTextContent("We checked 700 changes. None is unusual."));
  expect(within(region).getAllByText("usual")).toHaveLength(10);
  expect(region).toHaveTextContent("usualmay well be chance");
  expect(region).not.toHaveTextContent("not listed");
  moves = { ...MOVES, startDate: "2025-12-15" };
  await userEvent.click(within(region).getByRole("button", { name: "Look at the last 90 days" }));
  await waitFor(() => expect(region).toHaveTextContent("12 are unusual."));
  expect(within(region).queryByRole("button", { name: /^Look at/ })).toBeNull();
});

it("says why nothing can be said", async () => {
  moves = { ...MOVES, startDate: null, endDate: null, note: "8 weeks of data are needed.", moves: [] };
  const region = await show();
  await waitFor(() => expect(region).toHaveTextContent("8 weeks of data are needed."));
});

it("cohorts are a table with hidden numbers, and lines", async () => {
  await show();
  const table = await screen.findByRole("table", { name: /^Of the members who first logged in/ });
  const [, january, february] = within(table).getAllByRole("row");
  expect(january).toHaveTextContent(/Jan 2026\s*40\s*55\s*< 5/);
  expect(february).toHaveTextContent(/Feb 2026\s*40\s*40/);
  expect(within(table).getAllByRole("row")).toHaveLength(3);
  const model = cohortLines([
    cohort("2026-01", [55, null, 20]),
    cohort("2026-02", [40, 30]),
    cohort("2026-03", [9]),
  ]);
  expect(model.labels).toEqual(["1", "2", "3"]);
  expect(model.series.map(({ name, values }) => [name, values])).toEqual([
    ["Jan 2026", [55, null, 20]],
    ["Feb 2026", [40, 30, null]],
  ]);
  expect(model.series[0]?.hidden).toEqual([null, "few", null]);
});

it("says which offers end and who becomes dormant", async () => {
  await show();
  const offers = await screen.findByRole("table", { name: "Offers that end within 30 days" });
  expect(within(offers).getByRole("row", { name: /^Coffee/ })).toHaveTextContent("12");
  expect(within(offers).getByRole("columnheader", { name: "Last day" })).toBeInTheDocument();
  expect(screen.getByRole("region", { name: "What ends soon" })).toHaveTextContent(
    "Counted from Mar 14, 2026",
  );
  expect(within(offers).getByRole("row", { name: /^Tea/ })).toHaveTextContent("< 5");
  expect(screen.getByText("1 more ends later.")).toBeInTheDocument();
  expect(screen.getByRole("table", { name: /^Members who become dormant within 14 days/ })).toHaveTextContent(
    "33",
  );
});
