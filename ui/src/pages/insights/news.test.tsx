import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "../../api/query";
import { useSession } from "../../api/session";
import { exampleUser } from "../../api/session/exampleUser";
import type { Move, NewsAnswer } from "../../generated/wire";
import News from "./News";

const called = vi.hoisted(() => vi.fn());
vi.mock("../../api/client", async (original) => ({
  ...(await original()),
  call: called,
  callDeclared: called,
}));

const MOVE: Move = {
  key: "move",
  metric: "logins.totalLogins",
  label: "Total Logins",
  unit: "count",
  polarity: "higher",
  unusual: true,
  group: null,
  item: { by: "OFFER_PARTNER", label: "Partner", key: "4", name: "Inn" },
  now: 90,
  before: 100,
  change: -10,
  changePercent: -10,
  restChange: null,
  points: null,
  errors: -7.3,
  probability: 1e-6,
  sentence: "Total Logins fell.",
  also: [],
};

const NEWS: NewsAnswer = {
  score: {
    change: -0.8,
    sentences: ["BOND Score fell by 0.8.", "Of its parts, CSAT moved most."],
    note: null,
  },
  insights: {
    moves: {
      startDate: "2025-12-15",
      endDate: "2026-03-14",
      startDateBefore: "2025-09-16",
      endDateBefore: "2025-12-14",
      insteadOf: {
        startDate: "2025-03-15",
        endDate: "2026-03-14",
        comparison: "PREVIOUS_PERIOD",
        why: "A year cannot be judged.",
      },
      tests: 700,
      real: 1,
      earlier: 12,
      note: null,
      moves: [MOVE],
    },
    unusual: { day: "2026-03-14", weeks: 8, tests: 20, items: [] },
  },
};

let news: NewsAnswer;
let figures: (answer: unknown) => void;

beforeEach(() => {
  news = NEWS;
  const user = { ...exampleUser, modules: ["MONITOR", "INSIGHTS", "MEMBERS"] as const };
  useSession.setState({ status: "signedIn", user: { ...user, modules: [...user.modules] } });
  called.mockReset();
  called.mockImplementation((_, path) =>
    path === "figures" ? new Promise((resolve) => (figures = resolve)) : Promise.resolve(news),
  );
});

/** A screen with figures and sentences. */
function Screen() {
  useQuery({ queryKey: ["figures"], queryFn: () => called("POST", "figures") });
  return <News params={{ period: "THIS_YEAR" }} after={["figures"]} />;
}

function show() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={["/executive-summary"]}>
        <Screen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const fromPageOf = (link: HTMLElement) =>
  new URL(link.getAttribute("href") ?? "", "http://bond").searchParams.get("fromPage");

/** The calls about figures and news. */
const asked = () => called.mock.calls.map(([, path]) => path).filter((path) => path !== "api/v1/program");

it("asks once the figures are there, and its sentences open their explanations", async () => {
  show();
  await waitFor(() => expect(asked()).toEqual(["figures"]));
  figures({});
  const score = await screen.findByRole("link", { name: "BOND Score fell by 0.8." });
  expect(asked()).toEqual(["figures", "api/v1/insights/news"]);
  expect(score).toHaveAttribute("href", expect.stringMatching(/^\/explain\/score/));
  expect(score.parentElement).toHaveTextContent("BOND Score fell by 0.8. Of its parts, CSAT moved most.");
  const move = screen.getByRole("link", { name: "Total Logins fell." });
  const href = decodeURIComponent(move.getAttribute("href") ?? "");
  expect(href).toMatch(
    /^\/explain\/logins\.totalLogins\?.*"startDate":"2025-12-15".*open=\{"by":"OFFER_PARTNER"\}/,
  );
  // The way back leads to the filters of the screen where another period was judged.
  expect(fromPageOf(move)).toBe("/executive-summary?");
  expect(fromPageOf(score)).toBe("/executive-summary");
  expect(screen.getByTitle("A year cannot be judged.")).toHaveTextContent(
    "The chosen period cannot be judged, so this is the longest one that can.",
  );
  expect(screen.getByText("Nothing on this day is unusual.")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "See all in Insights" })).toBeInTheDocument();
});

it("says that nothing is unusual before the largest changes", async () => {
  const { insights } = NEWS;
  if (!insights) throw new Error("there are");
  news = { ...NEWS, insights: { ...insights, moves: { ...insights.moves, real: 0, insteadOf: null } } };
  show();
  await waitFor(() => expect(asked()).toEqual(["figures"]));
  figures({});
  const nothing = await screen.findByText(
    "Nothing in this period is unusual: we checked 700 changes. The largest were:",
  );
  const list = nothing.closest("ul") ?? document.body;
  expect(within(list).getByRole("link", { name: "Total Logins fell." })).toBeInTheDocument();
});

it("marks the sentences of the last period while those of the next are loaded", async () => {
  const client = createQueryClient();
  const inPeriod = (period: "THIS_YEAR" | "LAST_FULL_MONTH") => (
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <News params={{ period }} after={[]} />
      </MemoryRouter>
    </QueryClientProvider>
  );
  const { container, rerender } = render(inPeriod("THIS_YEAR"));
  await screen.findByText("Nothing on this day is unusual.");
  expect(container.querySelector("[data-stale]")).toBeNull();
  called.mockImplementation(() => new Promise(() => undefined));
  rerender(inPeriod("LAST_FULL_MONTH"));
  expect(container.querySelector("[data-stale]")).toHaveTextContent("Nothing on this day is unusual.");
});

it("has the score alone without Insights", async () => {
  news = { score: { change: null, sentences: [], note: "There was no score before." }, insights: null };
  show();
  await waitFor(() => expect(asked()).toEqual(["figures"]));
  figures({});
  expect(await screen.findByText("There was no score before.")).toBeInTheDocument();
  expect(screen.queryByRole("link")).toBeNull();
});
