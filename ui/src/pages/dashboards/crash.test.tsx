import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "../../api/query";
import { exampleUser } from "../../api/session/exampleUser";
import { useSession } from "../../api/session/store";
import { breakdownCall } from "../../figures/blocks/calls";
import type { BlockDeclaration } from "../../figures/blocks/declaration";
import { blockAnswer, monthsFrom } from "../../figures/blocks/testAnswers";
import { useBlocks } from "../../figures/blocks/useBlocks";
import { BlockGrid } from "./BlockGrid";
import { DashboardFigures } from "./DashboardPage";
import type { DashboardDeclaration } from "./declaration";

const broken = vi.hoisted(() => ({ model: false, chart: false }));
vi.mock("../../figures/blocks/chart/models", async (original) => {
  const models = await original<typeof import("../../figures/blocks/chart/models")>();
  const lineModel: typeof models.lineModel = (...given) => {
    if (broken.model) throw new TypeError("no model");
    return models.lineModel(...given);
  };
  return { ...models, lineModel };
});
vi.mock("../../figures/blocks/chart/Chart", async (original) => ({
  ...(await original()),
  Chart: () => {
    if (broken.chart) throw new TypeError("no chart");
    return <p>chart</p>;
  },
}));

const TOTALS = "api/v1/dashboard/users/totals";
const ANSWERS: Readonly<Record<string, unknown>> = {
  [TOTALS]: { value: 1 },
  "api/v1/program": { today: "2026-03-15", currency: "USD" },
  "api/v1/dashboard/users/logins/breakdowns": {
    LOGINS_BY_PERIOD: blockAnswer("LOGINS_BY_PERIOD", [["Jan 2026", 3]], {
      periods: monthsFrom("2026-01", 1),
    }),
    LOGINS_TABLE: blockAnswer("LOGINS_TABLE", []),
  },
  "api/v1/annotations": { annotations: [], corrections: [] },
  "api/v1/targets/fitting": { targets: [] },
  "api/v1/dashboard/users/userGroups": [],
};

beforeEach(() => {
  Object.assign(broken, { model: false, chart: false });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.stubGlobal(
    "fetch",
    vi.fn(async (path: string) => new Response(JSON.stringify(ANSWERS[path.slice(1)] ?? {}))),
  );
  useSession.setState({ status: "signedIn", user: { ...exampleUser, modules: ["MEMBERS"] } }, true);
  return () => vi.unstubAllGlobals();
});

const show = (shown: ReactNode) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>{shown}</MemoryRouter>
    </QueryClientProvider>,
  );
const tryAgain = (part: HTMLElement) =>
  fireEvent.click(within(part).getByRole("button", { name: "Try again" }));

it("a card that cannot be drawn leaves the others, and is drawn again", async () => {
  let isBroken = true;
  const Body = () => {
    if (isBroken) throw new TypeError("no figures");
    return <p>drawn</p>;
  };
  const cards = [
    { title: "Logins", Body },
    { title: "Registrations", Body: () => <p>others</p> },
  ];
  const sections = [{ cards }] as unknown as DashboardDeclaration["sections"];
  const declaration = { route: "user-dashboard", endpoint: TOTALS, bar: "groups", sections };
  show(<DashboardFigures declaration={declaration as unknown as DashboardDeclaration} />);
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("Logins could not be loaded");
  expect(screen.getByText("others")).toBeInTheDocument();
  isBroken = false;
  tryAgain(alert);
  expect(await screen.findByText("drawn")).toBeInTheDocument();
  expect(screen.queryByRole("alert")).toBeNull();
});

const BLOCKS: readonly BlockDeclaration[] = [
  { kind: "line", id: "l", block: "LOGINS_BY_PERIOD", title: "Logins by Period" },
  { kind: "line", id: "f", block: "LOGINS_BY_PERIOD", title: "Each Figure", fields: ["total"] },
] as unknown as readonly BlockDeclaration[];
const CALL = breakdownCall("api/v1/dashboard/users/logins");
const PREFIX = ["Logins"];

function Grid() {
  return <BlockGrid blocks={BLOCKS} screen={useBlocks(CALL, {})} filePrefix={PREFIX} />;
}

it.each(["model", "chart"] as const)(
  "a block without its %s says so in its frame, leaves the others, and is drawn again",
  async (part) => {
    broken.model = part === "model";
    broken.chart = part === "chart";
    show(<Grid />);
    await screen.findAllByRole("alert");
    const [block, other] = BLOCKS.map(({ title }) => screen.getByRole("region", { name: title }));
    if (!block || !other) throw new Error("Both frames stay.");
    expect(within(block).getByRole("alert")).toHaveTextContent("Logins by Period could not be loaded");
    // Its model is another one, its chart is not.
    expect(within(other).queryByText("chart") !== null).toBe(part === "model");
    broken.model = false;
    broken.chart = false;
    tryAgain(block);
    expect(
      await within(screen.getByRole("region", { name: "Logins by Period" })).findByText("chart"),
    ).toBeInTheDocument();
  },
);
