import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { expect, it, vi } from "vitest";
import { useSession } from "../../api/session";
import { exampleUser } from "../../api/session/exampleUser";
import type { ScoreAnswer } from "../../generated/wire";
import { ScoreCard } from "./ScoreCard";

const MISSING = "Only 5 % of the score's weight can be worked out. Missing: CSAT, Shares.";
const UNSCORED = {
  score: null,
  scoreLastMonth: null,
  averageTenure: { years: 0, months: 0 },
  explain: {
    method: "bond-1",
    asOf: "2026-11-19",
    windowDays: 90,
    coverage: 0.05,
    mom: null,
    coverageEffect: null,
    missing: MISSING,
    parts: [],
  },
} as unknown as ScoreAnswer;

/** The score that is shown. */
let shown = UNSCORED;

vi.mock("./useShownScore", () => ({
  useShownScore: () => ({ data: shown, isError: false, refetch: () => undefined }),
  useScoreScope: () => null,
  useScoreParams: () => ({}),
}));

vi.mock("../targets/Target", () => ({ Target: () => null }));

const inPage = (child: React.ReactNode) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{child}</MemoryRouter>
    </QueryClientProvider>,
  );

it("says in a few words that there is no score, and in full on hover and for screen readers", () => {
  inPage(<ScoreCard />);
  const card = within(screen.getByRole("region", { name: "BOND Score" }));
  const short = card.getByText("Not enough data");
  expect(short).toHaveAttribute("title", MISSING);
  expect(short).toHaveAttribute("aria-hidden", "true");
  expect(card.getByText(MISSING)).toHaveClass("sr-only");
});

it("says where its move may be chance, and takes no colour then", () => {
  const moved = (mom: number, withinChance: boolean) => {
    const explain = { ...UNSCORED.explain, mom, withinChance, missing: null };
    shown = { ...UNSCORED, score: 70, scoreLastMonth: 70 - mom, explain };
    const { unmount } = inPage(<ScoreCard />);
    const card = screen.getByRole("region", { name: "BOND Score" });
    const move = card.querySelector("[data-sign]");
    const found = [within(card).queryByText("within chance") !== null, move?.getAttribute("data-sign")];
    const spoken = within(card).getByRole("img").getAttribute("aria-label") ?? "";
    unmount();
    return [...found, spoken.includes("within chance")];
  };
  expect(moved(0.4, true)).toEqual([true, "0", true]);
  expect(moved(1.4, false)).toEqual([false, "1", false]);
  // A score that did not move says so already.
  expect(moved(0, true)).toEqual([false, "0", false]);
  shown = UNSCORED;
});

it("its move opens the explanation, for those who may see it", () => {
  const explain = { ...UNSCORED.explain, mom: 1.3, withinChance: false, missing: null };
  shown = { ...UNSCORED, score: 70, scoreLastMonth: 68.7, explain };
  useSession.setState({ status: "signedIn", user: { ...exampleUser, modules: ["MONITOR"] } });
  inPage(<ScoreCard />);
  const link = screen.getByRole("link", { name: "+1.3 MoM" });
  expect(link).toHaveAttribute("href", expect.stringMatching(/^\/explain\/score/));
  // What can be focused must not be hidden from screen readers.
  expect(link.closest("[aria-hidden=true]")).toBeNull();
});

it("its move is heard once: in the text of the gauge, where it opens nothing", () => {
  const explain = { ...UNSCORED.explain, mom: 1.3, withinChance: false, missing: null };
  shown = { ...UNSCORED, score: 70, scoreLastMonth: 68.7, explain };
  useSession.setState({ status: "signedIn", user: { ...exampleUser, modules: [] } });
  inPage(<ScoreCard />);
  expect(screen.getByText("+1.3 MoM").closest("[aria-hidden=true]")).not.toBeNull();
});
