import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { upload } from "../../../api/upload";
import type { Load } from "../../../generated/wire";
import { UploadPanel } from "./UploadPanel";

vi.mock("../../../api/upload", () => ({ upload: vi.fn(async () => ({ id: 1 })) }));
const uploaded = vi.mocked(upload);

// Loaded in advance, which can take longer than the tests wait.
beforeAll(() => import("../../../kit/Calendar"));
beforeEach(() => uploaded.mockClear());

const days = () => screen.getByRole("group", { name: /days/i });
const clear = () => within(days()).queryByRole("button", { name: "Clear the days" });
const sentDays = () => uploaded.mock.calls.map(([, form]) => form.get("days"));

// The server's answer about the load of the files.
let outcome: Partial<Load> = {};
beforeEach(() => {
  outcome = { state: "published", dataVersion: 1, message: null };
  vi.stubGlobal(
    "fetch",
    vi.fn(async () =>
      Response.json({ load: { ...REFUSED, ...outcome }, files: [], faults: [], report: null, steps: [] }),
    ),
  );
});
afterEach(() => vi.unstubAllGlobals());

const REFUSED: Load = {
  id: 7,
  kind: "import",
  origin: "page",
  actor: "ann@example.com",
  state: "refused",
  queuedAt: 1,
  startedAt: 1,
  endedAt: 2,
  dataVersion: null,
  rows: null,
  message: "the loaded days are those of another time zone; go on with --new-time-zone",
  faultCount: 0,
};

const onBring = vi.fn();

async function open(newest?: Load) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UploadPanel mappings={[]} newest={newest} onBring={onBring} />
    </QueryClientProvider>,
  );
}

async function chooseDay() {
  await userEvent.click(within(days()).getAllByRole("button")[0] as HTMLElement);
  await userEvent.click((await screen.findAllByRole("button", { name: /15/ }))[0] as HTMLElement);
}

async function load(name: string) {
  await userEvent.upload(screen.getByLabelText("Choose files", { selector: "input" }), new File(["x"], name));
  await userEvent.click(screen.getByRole("button", { name: "Load" }));
  // What is loaded leaves the list.
  if (outcome.state === "published") await waitFor(() => expect(screen.queryByText(name)).toBeNull());
}

it("takes a chosen day back", async () => {
  await open();
  expect(clear()).toBeNull();
  await chooseDay();
  await userEvent.click(clear() as HTMLElement);
  expect(clear()).toBeNull();
  expect(within(days()).getAllByRole("button")[0]).toHaveFocus();
  await load("logins.csv");
  expect(sentDays()).toEqual([null]);
});

it("names the source of one load, and not of the next", async () => {
  await open();
  await userEvent.type(screen.getByLabelText("Source"), " till ");
  await userEvent.click(screen.getByRole("button", { name: "Check only" }));
  await load("logins.csv");
  await load("members.csv");
  expect(uploaded.mock.calls.map(([, form]) => form.get("source"))).toEqual(["till", null]);
});

it("does not keep the days of one load for the next", async () => {
  await open();
  await chooseDay();
  await userEvent.click(screen.getByRole("checkbox"));
  await load("logins.csv");
  await load("members.csv");
  expect(sentDays()).toEqual([expect.stringMatching(/^.*-15\.\..*-15$/), null]);
  expect(uploaded.mock.calls.map(([, form]) => form.get("allowShrink"))).toEqual(["true", "false"]);
});

it("offers to go on in a new time zone once a load was refused for it, and says so of one load only", async () => {
  await open();
  expect(screen.getAllByRole("checkbox")).toHaveLength(1);
  cleanup();
  await open(REFUSED);
  const offered = () => screen.getByRole("checkbox", { name: /new time zone/ });
  await userEvent.click(offered());
  await load("logins.csv");
  expect(offered()).not.toBeChecked();
  await load("logins.csv");
  expect(uploaded.mock.calls.map(([, form]) => form.get("newTimeZone"))).toEqual(["true", null]);
});

it("keeps a refused file with its reason and a way on", async () => {
  outcome = { state: "refused", message: "sales.csv is not a feed file: there is no table" };
  await open();
  await load("sales.csv");
  expect(await screen.findByText(/^sales\.csv is not a feed file/)).toBeInTheDocument();
  expect(screen.getByText("sales.csv")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Propose a mapping" }));
  expect(onBring.mock.calls[0]?.[0].map(({ name }: File) => name)).toEqual(["sales.csv"]);
});
