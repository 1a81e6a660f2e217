import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "../../../api/query";
import type { FilterParams, TableRow } from "../../../generated/wire";
import { breakdownCall } from "../calls";
import type { TableBlock } from "../declaration";
import { saveCsv } from "../frame/download";
import { Locked } from "../frame/locked";
import { nameColours } from "../nameColours";
import { blockAnswer } from "../testAnswers";
import { useBlocks } from "../useBlocks";
import { defaultView } from "../viewState";
import { TableBlockView } from "./TableBlockView";

const called = vi.hoisted(() => vi.fn());
vi.mock("../../../api/client", async (original) => ({
  ...(await original()),
  call: called,
  callDeclared: called,
}));
vi.mock("../frame/download", async (original) => ({ ...(await original()), saveCsv: vi.fn() }));

const ACTIVE = "api/v1/dashboard/users/programActiveRate";
const TABLE: TableBlock = {
  kind: "table",
  id: "table",
  block: "ACTIVE_USERS_TABLE",
  title: "Active Members",
  columns: [
    { field: "activeUsers", bar: true },
    { field: "enrolled" },
    { field: "percent", of: "activeUsers", by: "enrolled" },
  ],
};
const BEFORE = { start: "2025-01-01", end: "2025-03-31" };

const row = (name: string, activeUsers: number, enrolled: number, rest = {}): TableRow => ({
  name,
  activeUsers,
  enrolled,
  percent: Math.round((10_000 * activeUsers) / enrolled) / 100,
  isTotal: false,
  records: [],
  ...rest,
});

const FEW = { activeUsers: null, percent: null, hidden: { activeUsers: "few", percent: "other" } };
const NOW = [
  row("Auto", 460, 1000),
  row("Home", 300, 1000),
  row("Life", 90, 200),
  row("Boat", 20, 100),
  row("Total", 870, 2300, { isTotal: true }),
];
const THEN = [
  row("Auto", 450, 1000),
  row("Home", 500, 1000),
  row("Life", 0, 100, FEW),
  row("Total", 952, 2100, { isTotal: true }),
];

let partial: string[] = [];

beforeEach(() => {
  partial = [];
  vi.mocked(saveCsv).mockReset();
  called.mockReset();
  called.mockImplementation(async (_method, path, body) => {
    const isBefore = (body as FilterParams).startDate === BEFORE.start;
    const block = blockAnswer("ACTIVE_USERS_TABLE", isBefore ? THEN : NOW, isBefore ? { partial } : {});
    return String(path).endsWith("/breakdowns") ? { ACTIVE_USERS_TABLE: block } : block;
  });
});

const CALL = breakdownCall(ACTIVE);
const PARAMS: FilterParams = {
  period: "THIS_YEAR",
  comparison: "SAME_DATES_LAST_YEAR",
  userGroupsTiersAll: true,
};

function Shown() {
  const [choice, setChoice] = useState(defaultView(TABLE));
  return (
    <TableBlockView
      skeleton={null}
      declaration={TABLE}
      wide
      screen={useBlocks(CALL, PARAMS)}
      choice={choice}
      onChoose={(change) => setChoice((before) => ({ ...before, ...change }))}
      filePrefix={["Active"]}
      colours={nameColours("Other")}
      window={null}
      compared={BEFORE}
      currency="USD"
    />
  );
}

async function show(isLocked = false) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Locked value={isLocked}>
        <Shown />
      </Locked>
    </QueryClientProvider>,
  );
  await screen.findByRole("table");
}

const blockCalls = () => called.mock.calls.filter(([, path]) => String(path).startsWith(ACTIVE));
const compare = () => screen.getByRole("button", { name: /^Compare with the period before/ });
const cellsOf = (name: string) =>
  within(screen.getByRole("row", { name: new RegExp(`^${name}`) }))
    .getAllByRole("cell")
    .map((cell) => cell.textContent);
const toneOf = (name: string, at: number) =>
  within(screen.getByRole("row", { name: new RegExp(`^${name}`) }))
    .getAllByRole("cell")
    .at(at)
    ?.querySelector("[data-tone]")
    ?.getAttribute("data-tone");
const names = () => screen.getAllByRole("rowheader").map((cell) => cell.textContent);

describe("TableBlockView", () => {
  it("asks for the compared window only on demand, with the same call and filters", async () => {
    await show();
    expect(blockCalls()).toHaveLength(1);
    expect(screen.queryByRole("columnheader", { name: /before/ })).toBeNull();
    fireEvent.click(compare());
    await waitFor(() => expect(cellsOf("Auto")).toContain("450"));
    expect(blockCalls()).toHaveLength(2);
    const [, path, body] = blockCalls()[1] ?? [];
    expect(path).toBe(`${ACTIVE}/breakdown/ACTIVE_USERS_TABLE`);
    expect(body).toEqual({
      period: "SELECTED_DATE",
      startDate: BEFORE.start,
      endDate: BEFORE.end,
      comparison: "NONE",
      userGroupsTiersAll: true,
      viewByH1: "LOB",
      viewByH2: "NONE",
    });
    expect(screen.getByText(/^Compared with/)).toBeInTheDocument();
    expect(compare()).toHaveAttribute("aria-pressed", "true");
  });

  it("shows the change of counts and rates, and greys what may be chance", async () => {
    await show();
    fireEvent.click(compare());
    await waitFor(() => expect(cellsOf("Home")).toContain("500"));
    // 300 after 500, and 30 % after 50 %: no chance; 460 after 450, and 46 % after 45 %, are.
    expect(cellsOf("Home")[2]).toContain("−40");
    expect([2, 8].map((at) => toneOf("Home", at))).toEqual(["bad", "bad"]);
    expect([2, 8].map((at) => toneOf("Auto", at))).toEqual(["neutral", "neutral"]);
    // Of the exact rates, not of 37.83 % and 45.33 %.
    expect(cellsOf("Total")[8]).toContain("−16.56");
  });

  it("has no change where the figure before is hidden, zero or not there, and sorts it last", async () => {
    await show();
    fireEvent.click(compare());
    await waitFor(() => expect(cellsOf("Home")).toContain("500"));
    expect(cellsOf("Life")[2]).toContain("–");
    expect(cellsOf("Boat")[2]).toContain("–");
    for (const order of [
      ["Auto", "Home"],
      ["Home", "Auto"],
    ]) {
      fireEvent.click(screen.getByRole("button", { name: /^Active Members, change/ }));
      expect(names().slice(0, 2)).toEqual(order);
      expect(new Set(names().slice(2, 4))).toEqual(new Set(["Life", "Boat"]));
      expect(names().at(-1)).toBe("Total");
    }
    // The column is gone, and so is its order.
    fireEvent.click(compare());
    expect(names()).toEqual(["Auto", "Home", "Life", "Boat", "Total"]);
  });

  it("says nothing of a period that the data do not reach back to", async () => {
    partial = ["activeUsers"];
    await show();
    fireEvent.click(compare());
    await waitFor(() => expect(cellsOf("Home")).toContain("500"));
    expect(cellsOf("Home")[2]).toBe("–not enough history");
    expect(cellsOf("Home")[5]).not.toContain("not enough");
  });

  it("saves what it shows", async () => {
    await show();
    fireEvent.click(compare());
    await waitFor(() => expect(cellsOf("Home")).toContain("500"));
    fireEvent.click(screen.getByRole("button", { name: /^Download CSV/ }));
    const [head, auto] = String(vi.mocked(saveCsv).mock.calls[0]?.[1]).split("\r\n");
    expect(head).toContain('"Active Members, before","Active Members, change (%)"');
    expect(auto).toContain("Auto,460,450,2.22,1000,1000,0,46,45,2.22");
  });

  it("does not compare on a screen of a link", async () => {
    await show(true);
    expect(screen.queryByRole("button", { name: /^Compare/ })).toBeNull();
  });
});
