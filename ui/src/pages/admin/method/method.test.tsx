import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useSession } from "../../../api/session";
import type { MethodEffect, MethodList, MethodNumbers, SessionUser } from "../../../generated/wire";
import { ToastHost } from "../../../kit";
import MethodPage from "./MethodPage";

vi.mock("./MonthsChart", () => ({ MonthsChart: () => <p>chart</p> }));

const numbers: MethodNumbers = {
  parts: [
    { part: "returnRate", floor: 75, target: 97, weight: 20, least: 30 },
    { part: "averageTenure", floor: 0, target: 24, weight: 5, least: 30 },
  ],
  leastCoverage: 70,
};

const list: MethodList = {
  versions: [{ name: "bond-1", numbers, published: null }],
  draft: null,
  parts: [
    { part: "returnRate", label: "Return Rate", pillar: "Habit", unit: "percent" },
    { part: "averageTenure", label: "Average Tenure", pillar: "Loyalty", unit: "months" },
  ],
  needsApproval: true,
};

const draft = { revision: 7, numbers, savedBy: "ann", savedAt: 1_770_000_000, proposal: null };

const effect: MethodEffect = {
  asOf: "2026-03-14",
  method: "bond-1",
  published: 60,
  drafted: 55.5,
  missing: null,
  parts: [
    {
      part: "returnRate",
      label: "Return Rate",
      pillar: "Habit",
      unit: "percent",
      value: 90.5,
      state: "ok",
      publishedPoints: 50,
      draftedPoints: 45,
      possiblePoints: 80,
      less: 54.1,
      more: 56.2,
      without: null,
    },
  ],
  months: [],
  groups: [
    { grouping: "TIER", id: 1, name: "Gold", published: 61, drafted: 52, difference: -9 },
    { grouping: "LOB", id: 1, name: "Retail", published: null, drafted: null, difference: null },
  ],
};

const fetchMock = vi.fn<typeof fetch>();
let shown = list;

/** What was sent with a method to an address that ends so. */
const sent = (method: string, end: string) =>
  fetchMock.mock.calls
    .filter(([url, init]) => init?.method === method && String(url).endsWith(end))
    .map(([, init]) => JSON.parse(String(init?.body)) as Record<string, unknown>);

beforeEach(() => {
  vi.stubGlobal("fetch", fetchMock);
  fetchMock.mockReset();
  fetchMock.mockImplementation(
    async (url) => new Response(JSON.stringify(String(url).endsWith("/effect") ? effect : shown)),
  );
  useSession.setState({ user: { modules: ["ADMIN", "MONITOR"] } as unknown as SessionUser });
});
afterEach(() => vi.unstubAllGlobals());

async function open(list: MethodList, mayChange = true) {
  shown = list;
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <MethodPage mayChange={mayChange} />
        <ToastHost />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByRole("table", { name: "Published method" });
}

describe("the page of the score's method", () => {
  it("shows the published method and its versions", async () => {
    await open(list, false);
    const table = screen.getByRole("table", { name: "Published method" });
    expect(within(table).getByRole("row", { name: /^Return Rate/ })).toHaveTextContent("75%97%20");
    expect(within(table).getByRole("row", { name: /^Average Tenure/ })).toHaveTextContent("2 years");
    expect(screen.getByText("Comes with Bond")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Draft another method" })).toBeNull();
  });

  it("asks what a change does, and saves it", async () => {
    await open(list);
    await userEvent.click(screen.getByRole("button", { name: "Draft another method" }));
    const weight = await screen.findByRole("slider", { name: "Average Tenure: Weight" });
    fireEvent.change(weight, { target: { value: "0" } });
    await waitFor(() => {
      const asked = sent("POST", "/effect").at(-1) as MethodNumbers | undefined;
      expect(asked?.parts[1]?.weight).toBe(0);
    });
    expect(await screen.findByText("55.5")).toBeInTheDocument();
    expect(screen.getByText("−4.5")).toBeInTheDocument();
    expect(screen.getByRole("row", { name: /^Gold/ })).toHaveTextContent("−9.0");
    await userEvent.click(screen.getByRole("button", { name: "Save the draft" }));
    await waitFor(() => expect(sent("PUT", "/draft")).toHaveLength(1));
    expect(sent("PUT", "/draft")[0]).toMatchObject({ revision: null });
  });

  it("marks the field at fault, and asks nothing about a draft that is wrong", async () => {
    await open(list);
    await userEvent.click(screen.getByRole("button", { name: "Draft another method" }));
    expect(await screen.findByText("55.5")).toBeInTheDocument();
    const asked = sent("POST", "/effect").length;
    const target = screen.getByRole("spinbutton", { name: "Return Rate: Target" });
    fireEvent.change(screen.getByRole("slider", { name: "Return Rate: Floor" }), { target: { value: "98" } });
    expect(target).toBeInvalid();
    expect(target).toHaveAccessibleDescription("Return Rate: the target must be above the floor.");
    const effect = screen.getByRole("region", { name: "Effect of the draft" });
    expect(effect).toHaveTextContent("It appears once the draft is valid.");
    expect(screen.queryByText("55.5")).toBeNull();
    // Longer than the page waits for a slider to rest.
    await new Promise((resolve) => setTimeout(resolve, 250));
    await userEvent.click(screen.getByRole("button", { name: "Save the draft" }));
    expect(target).toHaveFocus();
    expect(sent("PUT", "/draft")).toEqual([]);
    expect(sent("POST", "/effect")).toHaveLength(asked);
    fireEvent.change(target, { target: { value: "99" } });
    expect(target).toHaveAttribute("aria-invalid", "false");
    expect(await screen.findByText("55.5")).toBeInTheDocument();
  });

  it("names the part in what only the server knows is wrong", async () => {
    const faults = [{ field: "numbers.parts[1].target", text: "expected more" }];
    fetchMock.mockImplementation(async (url, init) =>
      init?.method === "PUT" || String(url).endsWith("/effect")
        ? new Response(JSON.stringify({ error: "bad_request", message: "Wrong", faults }), { status: 400 })
        : new Response(JSON.stringify(shown)),
    );
    await open(list);
    await userEvent.click(screen.getByRole("button", { name: "Draft another method" }));
    expect(
      await screen.findByText("The effect could not be computed: Average Tenure: Target: expected more"),
    ).toBeInTheDocument();
    const effect = screen.getByRole("region", { name: "Effect of the draft" });
    expect(effect).toHaveTextContent("It appears once the draft is valid.");
    await userEvent.click(screen.getByRole("button", { name: "Save the draft" }));
    expect(await screen.findByText("Average Tenure: Target: expected more")).toBeInTheDocument();
  });

  it("moves the focus to what follows a draft that is published", async () => {
    await open({ ...list, draft });
    await userEvent.click(await screen.findByRole("button", { name: "Publish…" }));
    const dialog = await screen.findByRole("dialog", { name: "Publish the draft" });
    await userEvent.type(within(dialog).getByLabelText("Name"), "ours");
    await userEvent.type(within(dialog).getByLabelText("Reason"), "Why.");
    const password = within(dialog).queryByLabelText("Your password");
    if (password) await userEvent.type(password, "secret");
    shown = { ...list, draft: null };
    await userEvent.click(within(dialog).getByRole("button", { name: "Ask for approval" }));
    await waitFor(() => expect(screen.getByRole("heading", { name: "Versions" })).toHaveFocus());
  });

  it("publishes with a name, a reason and a password, as it was looked at", async () => {
    await open({ ...list, draft });
    await userEvent.click(await screen.findByRole("button", { name: "Publish…" }));
    const dialog = await screen.findByRole("dialog", { name: "Publish the draft" });
    expect(dialog).toHaveTextContent("Another administrator must approve it.");
    await userEvent.type(within(dialog).getByLabelText("Name"), "ours");
    await userEvent.type(within(dialog).getByLabelText("Reason"), "Why.");
    const password = within(dialog).queryByLabelText("Your password");
    if (password) await userEvent.type(password, "secret");
    await userEvent.click(within(dialog).getByRole("button", { name: "Ask for approval" }));
    await waitFor(() => expect(sent("POST", "/publish")).toHaveLength(1));
    expect(sent("POST", "/publish")[0]).toMatchObject({ revision: 7, name: "ours", reason: "Why." });
  });

  it("offers the approval to another administrator only", async () => {
    const proposal = { name: "ours", reason: "Why.", proposedBy: "ann", proposedAt: 1_770_000_000 };
    await open({ ...list, draft: { ...draft, proposal: { ...proposal, canApprove: false } } });
    expect(await screen.findByText(/Waits for approval as ours, proposed by ann/)).toBeInTheDocument();
    expect(screen.getByText(/Another administrator must approve it/)).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Approve…" })).toBeNull();
  });

  it("shows no score to whom the Program Monitor is not open", async () => {
    useSession.setState({ user: { modules: ["ADMIN"] } as unknown as SessionUser });
    await open({ ...list, draft });
    expect(await screen.findByText(/no access to the Program Monitor/)).toBeInTheDocument();
    expect(sent("POST", "/effect")).toEqual([]);
  });
});
