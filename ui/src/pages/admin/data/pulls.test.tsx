import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Pull, PullRun } from "../../../generated/wire";
import Pulls from "./Pulls";

const fetchMock = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal("fetch", fetchMock);
  fetchMock.mockReset();
});
afterEach(() => vi.unstubAllGlobals());

const run = (of: Partial<PullRun>): PullRun => ({
  actor: null,
  since: null,
  until: null,
  beganAt: 1_700_000_000,
  endedAt: 1_700_000_010,
  load: null,
  state: null,
  files: 0,
  bytes: 0,
  fault: null,
  ...of,
});
const pull = (name: string, of: Partial<Pull>): Pull => ({
  name,
  kind: "postgresql",
  place: "db.example.com:5432",
  mapping: null,
  at: "05:30",
  everyMinutes: null,
  isRunning: false,
  nextAt: 1_700_090_000,
  runs: [],
  ...of,
});

const shown: number[] = [];
const draw = (pulls: readonly Pull[], mayChange = true) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Pulls pulls={pulls} onShow={(id) => shown.push(id)} mayChange={mayChange} />
    </QueryClientProvider>,
  );

it("says how each source did, and why one failed", async () => {
  draw([
    pull("shop", { runs: [run({ load: 7, state: "published", since: "2026-03-13", until: "2026-03-14" })] }),
    pull("till", { kind: "sftp", runs: [run({ fault: "the key of the server is another one" })] }),
    pull("lake", { kind: "s3", nextAt: null }),
    pull("web", { kind: "https", isRunning: true, runs: [run({ endedAt: null })] }),
  ]);
  const row = (name: string) => within(screen.getByRole("row", { name: new RegExp(name) }));
  expect(row("shop").getByText("Published")).toBeInTheDocument();
  expect(row("till").getByText("Failed")).toBeInTheDocument();
  expect(screen.getByText(/the key of the server is another one/)).toBeInTheDocument();
  expect(row("lake").getAllByText("Never asked").length).toBeGreaterThan(0);
  expect(row("lake").getByText("When asked")).toBeInTheDocument();
  expect(row("web").getByText("Running")).toBeInTheDocument();
  expect(row("web").getByRole("button", { name: "Run web now" })).toBeDisabled();
  await userEvent.click(row("shop").getByRole("button", { name: /7/ }));
  expect(shown).toEqual([7]);
});

it("tries a connection and shows what came of it", async () => {
  fetchMock.mockResolvedValue(new Response(JSON.stringify({ said: null, fault: "no password" })));
  draw([pull("shop", {})]);
  const row = within(screen.getByRole("row", { name: /^shop/ }));
  await userEvent.click(row.getByRole("button", { name: "Try the connection of shop" }));
  expect(await screen.findByRole("status")).toHaveTextContent("shop: no password");
  expect(fetchMock.mock.calls[0]?.[0]).toMatch(/admin\/pulls\/shop\/try$/);
});

it("has nothing to press for those who may only look", () => {
  draw([pull("shop", {})], false);
  expect(screen.queryByRole("button")).toBeNull();
});
