import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "../../../api/query";
import type { FilterParams } from "../../../generated/wire";
import { scheduleRows } from "../../../pages/dashboards/emailRows";
import type { Window } from "../../filters/dates";
import { type BlocksCall, breakdownCall, rowsCall } from "../calls";
import type { ListBlock } from "../declaration";
import { saveCsv } from "../frame/download";
import { nameColours } from "../nameColours";
import { useBlocks } from "../useBlocks";
import { defaultView } from "../viewState";
import { ListBlockView } from "./ListBlockView";

const called = vi.hoisted(() => vi.fn());
vi.mock("../../../api/client", async (original) => ({
  ...(await original()),
  call: called,
  callDeclared: called,
}));
vi.mock("../frame/download", async (original) => ({ ...(await original()), saveCsv: vi.fn() }));
const COLOURS = nameColours("Other");
const saved = vi.mocked(saveCsv);

const ARTICLES = "api/v1/content/dashboard/articles";
const ROWS = ["Gym", "Books", "Cinema", "Zoo", "Spa"].map((name, at) => ({ name, visits: 50 - at }));
const LIST: ListBlock = {
  kind: "list",
  id: "pages",
  block: "ARTICLES_VISITED",
  title: "Pages",
  rank: "Rank",
  search: "Type to search",
  first: { field: "name", label: "Name" },
  columns: [{ field: "visits", label: "Visits" }],
  sort: { column: "visits", descending: true },
};

beforeEach(() => {
  called.mockReset();
  saved.mockReset();
  called.mockImplementation(async (_method, path, body) => {
    const count = (body as FilterParams).recordCount || ROWS.length;
    const block = {
      type: "ARTICLES_VISITED",
      filterParams: { recordCount: count },
      data: ROWS.slice(0, count),
      total: ROWS.length,
    };
    return String(path).endsWith("/breakdowns") ? { ARTICLES_VISITED: block } : block;
  });
});

type ShownProps = {
  compared?: Window | undefined;
  list: ListBlock;
  recordCount?: number | undefined;
  call?: BlocksCall | undefined;
  only?: string;
};

function Shown({ list, recordCount, call = breakdownCall(ARTICLES), only = "", compared }: ShownProps) {
  const [choice, setChoice] = useState({ ...defaultView(list), only });
  const params = recordCount === undefined ? {} : { recordCount };
  const blocks = useBlocks(call, params);
  return (
    <ListBlockView
      skeleton={null}
      declaration={list}
      wide
      screen={blocks}
      choice={choice}
      onChoose={(change) => setChoice((before) => ({ ...before, ...change }))}
      filePrefix={["Articles Breakdown"]}
      colours={COLOURS}
      window={null}
      compared={compared}
      currency="USD"
    />
  );
}

async function show(list: ListBlock, recordCount?: number, call?: BlocksCall, only = "", compared?: Window) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Shown list={list} recordCount={recordCount} call={call} only={only} compared={compared} />
    </QueryClientProvider>,
  );
  await screen.findByRole("table");
}

const names = () => screen.getAllByRole("rowheader").map((cell) => cell.textContent);
const rows = (count: number) => waitFor(() => expect(names()).toHaveLength(count));

it("starts with the first rows and shows all on request", async () => {
  await show(LIST, 2);
  expect(names()).toEqual(["Gym", "Books"]);
  fireEvent.click(screen.getByRole("button", { name: "Show all 5" }));
  await rows(5);
  expect(called.mock.calls.at(-1)?.slice(1, 3)).toEqual([
    `${ARTICLES}/breakdown/ARTICLES_VISITED`,
    { recordCount: 0 },
  ]);
  expect(screen.queryByRole("button", { name: /Show all/ })).not.toBeInTheDocument();
});

it("loads all rows before sorting by another column, with the ranks of the answer", async () => {
  await show(LIST, 2);
  fireEvent.click(screen.getByRole("button", { name: /Name/ }));
  await rows(5);
  expect(names()).toEqual(["Books", "Cinema", "Gym", "Spa", "Zoo"]);
  expect(screen.getAllByRole("row")[1]).toHaveTextContent("2Books49");
  expect(called.mock.calls.at(-1)?.slice(1, 3)).toEqual([`${ARTICLES}/breakdown/ARTICLES_VISITED`, {}]);
});

it("loads all rows before searching, and says when nothing matches", async () => {
  await show(LIST, 2);
  const field = screen.getByRole("searchbox", { name: "Search in Pages" });
  fireEvent.change(field, { target: { value: "zo" } });
  await waitFor(() => expect(names()).toEqual(["Zoo"]));
  fireEvent.change(field, { target: { value: "nowhere" } });
  expect(screen.getByText("Nothing matches")).toBeInTheDocument();
  // Without a search the first rows return.
  fireEvent.change(field, { target: { value: "" } });
  await rows(2);
});

it("shows only one row with its rank, says so, and shows all again", async () => {
  await show({ ...LIST, items: "article" }, 2, undefined, "Zoo");
  await waitFor(() => expect(names()).toEqual(["Zoo"]));
  expect(screen.getAllByRole("row")[1]).toHaveTextContent("4Zoo47");
  expect(
    screen.getByText("Where this screen does not say “Only”, it counts everything."),
  ).toBeInTheDocument();
  expect(screen.queryByRole("searchbox")).not.toBeInTheDocument();
  fireEvent.click(screen.getByRole("button", { name: "Only Zoo. Show all" }));
  await rows(2);
  expect(screen.getByRole("searchbox")).toBeInTheDocument();
});

it("loads all rows before saving", async () => {
  await show(LIST, 2);
  fireEvent.click(screen.getByRole("button", { name: "Download CSV: Pages" }));
  expect(saved).not.toHaveBeenCalled();
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
  expect(saved.mock.calls[0]?.[0]).toBe("articles-breakdown_pages.csv");
  expect(saved.mock.calls[0]?.[1]).toContain("Spa");
  fireEvent.click(screen.getByRole("button", { name: "Download CSV: Pages" }));
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(2));
  expect(called).toHaveBeenCalledTimes(2);
});

it("shows the first rows of a full answer without another request", async () => {
  await show({ ...LIST, show: 3 });
  expect(names()).toEqual(["Gym", "Books", "Cinema"]);
  fireEvent.click(screen.getByRole("button", { name: "Show all 5" }));
  expect(names()).toHaveLength(5);
  expect(called).toHaveBeenCalledTimes(1);
});

it("includes the past of a schedule only when everything is requested", async () => {
  const plan = (day: string) => ({ date: day, notes: day });
  const [past, ...planned] = ["2026-11-01", "2026-11-25", "2026-11-26", "2026-11-27"].map(plan);
  called.mockImplementation(async (_method, _path, body) => {
    const { recordCount } = body as FilterParams;
    return recordCount === 0 ? [past, ...planned] : planned.slice(0, recordCount);
  });
  const schedule: ListBlock = {
    kind: "list",
    id: "schedule",
    block: "SCHEDULE",
    title: "Planned",
    first: { field: "date", label: "Date" },
    columns: [{ field: "notes", label: "Note", format: "text" }],
    sort: { column: "name", descending: false },
  };
  await show(schedule, 2, rowsCall("api/v1/emails/dashboard/schedules", scheduleRows));
  expect(names()).toEqual(["2026-11-25", "2026-11-26"]);
  fireEvent.click(screen.getByRole("button", { name: /Note/ }));
  await rows(3);
  expect(called.mock.calls.at(-1)?.[2]).toEqual({});
  expect(names()[0]).toBe("2026-11-25");
  fireEvent.click(screen.getByRole("button", { name: "Show all" }));
  await rows(4);
  expect(called.mock.calls.at(-1)?.[2]).toEqual({ recordCount: 0 });
  // Later sorting still shows all rows.
  fireEvent.click(screen.getByRole("button", { name: /Date/ }));
  expect(names()).toHaveLength(4);
  expect(called).toHaveBeenCalledTimes(3);
  expect(screen.queryByRole("button", { name: "Show all" })).not.toBeInTheDocument();
});

const BEFORE = { start: "2025-01-01", end: "2025-03-31" };
const EARLIER = [
  { name: "Books", visits: 20 },
  { name: "Cinema", visits: null, hidden: { visits: "few" } },
  { name: "Club", visits: 7 },
  { name: "Gym", visits: 100 },
  { name: "Club", visits: 9 },
];

async function compare(partial: readonly string[] = [], now: readonly object[] = ROWS) {
  called.mockImplementation(async (_method, path, body) => {
    const { startDate, recordCount } = body as FilterParams;
    const rows = startDate === BEFORE.start ? EARLIER : now;
    const block = {
      type: "ARTICLES_VISITED",
      filterParams: { recordCount: recordCount ?? null },
      data: rows.slice(0, recordCount ?? rows.length),
      total: rows.length,
      partial: startDate === BEFORE.start ? partial : [],
    };
    return String(path).endsWith("/breakdowns") ? { ARTICLES_VISITED: block } : block;
  });
  await show(LIST, 2, undefined, "", BEFORE);
  fireEvent.click(screen.getByRole("button", { name: "Compare with the period before: Pages" }));
  await waitFor(() => expect(cellsOf("Gym")).toContain("100"));
}

const cellsOf = (name: string) =>
  within(screen.getByRole("row", { name: new RegExp(name) }))
    .getAllByRole("cell")
    .slice(1)
    .map((cell) => cell.textContent);

it("compares all rows with all of the period before, where one that is not listed had none", async () => {
  await compare();
  // The rank stays that of the period.
  expect(names()).toEqual(["Gym", "Books", "Cinema", "Zoo", "Spa"]);
  const asked = called.mock.calls.filter(([, path]) => String(path).startsWith(ARTICLES));
  expect(asked.map(([, , body]) => body)).toEqual([
    { recordCount: 2 },
    {},
    { period: "SELECTED_DATE", startDate: BEFORE.start, endDate: BEFORE.end, comparison: "NONE" },
  ]);
  expect(cellsOf("Gym")[2]).toContain("−50");
  expect(cellsOf("Books")).toEqual(["49", "20", expect.stringContaining("145")]);
  // 47 after 0 has no percentage.
  expect(cellsOf("Zoo")).toEqual(["47", "0", expect.stringContaining("–")]);
  expect(cellsOf("Cinema").slice(1).join(" ")).not.toMatch(/[1-9]/);
  expect(screen.getByText(/^Compared with/)).toBeInTheDocument();
  fireEvent.click(screen.getByRole("button", { name: "Download CSV: Pages" }));
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
  const [head, gym] = String(saved.mock.calls[0]?.[1]).split("\r\n");
  expect(head).toBe('\uFEFFRank,Name,Visits,"Visits, before","Visits, change (%)"');
  expect(gym).toBe("1,Gym,50,100,-50");
});

it("does not know what a row had that was not listed on days that are not loaded", async () => {
  await compare(["visits"]);
  expect(cellsOf("Zoo")).toEqual(["47", "–", expect.stringContaining("–")]);
  // What was counted is shown, and no change from a part to a whole.
  expect(cellsOf("Gym")).toEqual(["50", "100", "–not enough history"]);
});

it("compares nothing of rows that cannot be told apart", async () => {
  await compare([], [...ROWS, { name: "Club", visits: 3 }]);
  expect(cellsOf("Club")).toEqual(["3", "–", expect.stringContaining("–")]);
});

it("does not compare a list of texts", async () => {
  await show({ ...LIST, columns: [] }, 2, undefined, "", BEFORE);
  expect(screen.queryByRole("button", { name: /^Compare/ })).not.toBeInTheDocument();
});
