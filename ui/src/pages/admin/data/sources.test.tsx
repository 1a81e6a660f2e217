import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import type { LoadDetails, LoadedTable, LoadFile } from "../../../generated/wire";
import LoadDialog from "./LoadDialog";
import { LoadedTables } from "./LoadedTables";

const logins: LoadedTable = {
  table: "logins",
  by: "day",
  rows: 5,
  firstDay: "2026-03-01",
  lastDay: "2026-03-02",
  through: "2026-03-02",
  calendar: [4, 1],
  gaps: [],
  sources: [],
  expectedBy: null,
  state: "loaded",
  lateSince: null,
};

async function openCalendar(table: LoadedTable) {
  render(<LoadedTables data={{ dataVersion: 1, now: "2026-03-03 08:00", tables: [table] }} />);
  await userEvent.click(screen.getByRole("button", { name: "Show the days of Logins" }));
}

/** The texts of the rows of a table, without its head. */
function textsOf(name: string): readonly (string | null)[][] {
  const table = within(screen.getByRole("table", { name }));
  const cells = (row: HTMLElement) => Array.from(row.children, ({ textContent }) => textContent);
  return table.getAllByRole("row").slice(1).map(cells);
}

it("shows what each source reports of a table", async () => {
  const shop = { source: "", firstDay: "2026-03-01", lastDay: "2026-03-01", days: 1, rows: 3 };
  const till = { source: "till", firstDay: "2026-03-01", lastDay: "2026-03-02", days: 2, rows: 2 };
  await openCalendar({ ...logins, sources: [shop, till] });
  expect(textsOf("Sources").map(([source, , , days, rows]) => [source, days, rows])).toEqual([
    ["without a name", "1", "3"],
    ["till", "2", "2"],
  ]);
});

it("calls a table by its name beside that of its files", () => {
  render(
    <LoadedTables
      data={{ dataVersion: 1, now: "2026-03-03 08:00", tables: [{ ...logins, table: "user_groups" }] }}
    />,
  );
  expect(screen.getByText("Groups")).toHaveTextContent("Groups user_groups");
});

it("says nothing of sources where no load named one", async () => {
  await openCalendar(logins);
  expect(screen.getByRole("table", { name: "Days of Logins" })).toBeInTheDocument();
  expect(screen.queryByRole("table", { name: "Sources" })).toBeNull();
});

afterEach(() => vi.unstubAllGlobals());

const file = (name: string, source: string): LoadFile => ({
  name,
  table: "logins",
  source,
  bytes: 1,
  sha256: "",
  rows: 2,
});

async function openLoad(files: readonly LoadFile[], replaced: readonly object[]) {
  const details: LoadDetails = {
    load: {
      id: 7,
      kind: "import",
      origin: "page",
      actor: "ann",
      state: "published",
      queuedAt: 0,
      startedAt: 0,
      endedAt: 0,
      dataVersion: 7,
      rows: 4,
      message: null,
      faultCount: 0,
    },
    files: [...files],
    faults: [],
    report: { replaced },
    steps: [],
  };
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(details)));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LoadDialog id={7} onClose={() => {}} />
    </QueryClientProvider>,
  );
  await screen.findByRole("table", { name: "Files" });
}

it("shows the source of files and of replaced days", async () => {
  const day = { table: "logins", day: "2026-03-01", before: 1, after: 2 };
  await openLoad([file("a.csv", ""), file("b.csv", "till")], [day, { ...day, source: "till" }]);
  expect(textsOf("Files").map(([name, , source]) => [name, source])).toEqual([
    ["a.csv", ""],
    ["b.csv", "till"],
  ]);
  expect(textsOf("Replaced days").map(([, source]) => source)).toEqual(["", "till"]);
});

it("has no column of sources for a load without any", async () => {
  await openLoad([file("a.csv", "")], []);
  expect(screen.queryByRole("columnheader", { name: "Source" })).toBeNull();
});
