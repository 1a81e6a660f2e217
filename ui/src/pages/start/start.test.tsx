import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Load } from "../../generated/wire";
import { ToastHost } from "../../kit";
import { Ways } from "./Beginnings";
import { followLoad, useFollowed } from "./follow";
import { leftOf, type SetUp } from "./LeftToDo";
import LoadEnds from "./LoadEnds";
import Refusal from "./Refusal";
import StartPage from "./StartPage";

const fetchMock = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal("fetch", fetchMock);
  fetchMock.mockReset();
});
afterEach(() => vi.unstubAllGlobals());

const draw = (page: React.ReactNode) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        {page}
        <ToastHost />
      </MemoryRouter>
    </QueryClientProvider>,
  );

const LOAD: Load = {
  id: 7,
  kind: "import",
  origin: "page",
  actor: "ann@example.com",
  state: "published",
  queuedAt: 1,
  startedAt: 1,
  endedAt: 2,
  dataVersion: 1,
  rows: 8551,
  message: null,
  faultCount: 0,
};

it("begins one demo, however often its button is pressed", async () => {
  // Never answered.
  fetchMock.mockImplementation(() => new Promise(() => {}));
  draw(<Ways />);
  const button = screen.getByRole("button", { name: /demo/i });
  await userEvent.click(button);
  await userEvent.click(button);
  expect(button).toHaveAttribute("aria-busy", "true");
  expect(fetchMock.mock.calls.filter(([, init]) => init?.method === "POST")).toHaveLength(1);
});

it("says whom to ask where somebody may not load data, and asks for nothing", () => {
  draw(<StartPage />);
  expect(screen.getByText(/ask an administrator of Bond/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /sample|demo/i })).toBeNull();
  expect(fetchMock).not.toHaveBeenCalled();
});

describe("the end of a load", () => {
  async function ends(load: Partial<Load>) {
    const answer = { load: { ...LOAD, ...load }, files: [], faults: [], report: null, steps: [] };
    fetchMock.mockImplementation(async () => new Response(JSON.stringify(answer)));
    draw(<LoadEnds />);
    followLoad(LOAD.id);
  }

  it("is told once, with its rows and the way to the figures", async () => {
    await ends({});
    expect(await screen.findByText("Loaded 8,551 rows")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Open Program Monitor" })).toHaveAttribute(
      "href",
      "/executive-summary",
    );
    expect(useFollowed.getState().ids).toEqual([]);
  });

  it.each([
    [{ kind: "undo" }, "The last load was undone"],
    [{ kind: "demo" }, "The demo is ready: 8,551 rows"],
    [{ dataVersion: null }, "These files were loaded already. Nothing has changed."],
    [{ state: "checked" }, "Checked, nothing is wrong: 8,551 rows"],
    [{ state: "refused" }, "Load 7 was refused. Nothing was loaded."],
    [{ state: "cancelled" }, "Load 7 was cancelled."],
  ] as const)("says what it was: %j", async (load, text) => {
    await ends(load);
    expect(await screen.findByText(text)).toBeInTheDocument();
  });
});

it("gives the reason of a refusal and what to do on the page, not on the command line", async () => {
  const message = "sales.csv is not a feed file: there is no table\nbond import --suggest FILE proposes one";
  const onBring = vi.fn();
  draw(<Refusal load={{ ...LOAD, state: "refused", message }} onBring={onBring} />);
  expect(screen.getByText(/^sales\.csv is not a feed file/)).not.toHaveTextContent("bond import");
  await userEvent.click(screen.getByRole("button", { name: "Propose a mapping" }));
  expect(onBring).toHaveBeenCalledTimes(1);
});

describe("what is left to do", () => {
  const permission = (editable: boolean) => ({
    module: { code: "ADMIN", name: "Administration" },
    editable,
  });
  const role = (name: string, editable: boolean) => ({ name, permissions: [permission(editable)] });
  const user = (roles: readonly string[], disabled = false) => ({ roles, disabled });
  const found = (given: Record<string, unknown>) => leftOf(given as unknown as SetUp);
  const roles = { roles: [role("ROLE_ADMIN", true), role("READERS", false)] };

  it("says nothing of what is not known", () => {
    expect(found({})).toEqual([]);
  });

  it("follows from facts, in the order in which it is done", () => {
    const users = { count: 3, users: [user(["ROLE_ADMIN"]), user(["ROLE_ADMIN"], true), user(["READERS"])] };
    const backups = { dailyAt: null, backups: [] };
    const loaded = { tables: [{ expectedBy: null }, { expectedBy: null }] };
    const reports = { destinations: { canMail: false } };
    const all = { users, roles, backups, loaded, reports };
    expect(found({ ...all, program: { isEmpty: true } })).toEqual([
      "data",
      "administrator",
      "backup",
      "mail",
    ]);
    expect(found({ ...all, program: { isEmpty: false } })).toEqual([
      "administrator",
      "backup",
      "due",
      "mail",
    ]);
  });

  it("is nothing once all is done", () => {
    expect(
      found({
        program: { isEmpty: false },
        users: { count: 2, users: [user(["ROLE_ADMIN"]), user(["ROLE_ADMIN"])] },
        roles,
        backups: { dailyAt: "02:30", backups: [] },
        loaded: { tables: [{ expectedBy: null }, { expectedBy: "1d 08:00" }] },
        reports: { destinations: { canMail: true } },
      }),
    ).toEqual([]);
  });
});
