import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "../../api/query";
import { useSession } from "../../api/session";
import { exampleUser } from "../../api/session/exampleUser";
import type { ModuleCode, ScoreAnswer } from "../../generated/wire";
import { ScoreParts } from "./ScoreParts";

const called = vi.hoisted(() => vi.fn());
vi.mock("../../api/client", async (original) => ({
  ...(await original()),
  call: called,
  callDeclared: called,
}));

const part = (key: string, label: string, value: number) => ({
  key,
  label,
  value,
  unit: "percent",
  target: 40,
  score: 50,
  pointsEarned: 5,
  pointsPossible: 10,
  state: "ok",
});

const SCORE = {
  score: 70,
  explain: {
    coverage: 1,
    missing: null,
    parts: [
      part("programActiveRate", "Program Active Rate", 28.4),
      part("csat", "CSAT", 80),
      part("redemptionRate", "Intent to Redeem", 29.3),
    ],
  },
} as unknown as ScoreAnswer;

beforeEach(() => {
  called.mockReset();
  called.mockImplementation(async (_method, path) => {
    if (path === "api/v1/dashboard/users/userDashboardInfo")
      return { programActiveRate: { percent: 46.9 }, satisfaction: { percent: 80 }, compare: {} };
    if (path === "api/v1/offer/dashboard/info") return { uniqueInteractionDto: { percent: 31 }, compare: {} };
    return new Promise(() => {});
  });
});

function show(...modules: ModuleCode[]) {
  useSession.setState({ status: "signedIn", user: { ...exampleUser, modules } }, true);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <ScoreParts answer={SCORE} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

it("says what a part is in the chosen period, where that is another figure", async () => {
  show("MONITOR", "MEMBERS", "OFFERS");
  expect(await screen.findByText("Target 40% · this period: 46.9%")).toBeVisible();
  expect(await screen.findByText("Target 40% · this period: 31%")).toBeVisible();
  // That of CSAT is the same.
  expect(screen.getByText("Target 40%")).toBeVisible();
});

it("asks only for what is open to the reader", async () => {
  show("MONITOR", "OFFERS");
  expect(await screen.findByText("Target 40% · this period: 31%")).toBeVisible();
  expect(called.mock.calls.map(([, path]) => path)).not.toContain("api/v1/dashboard/users/userDashboardInfo");
});
