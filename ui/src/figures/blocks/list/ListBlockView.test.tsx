import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "../../../api/query";
import type { FilterParams } from "../../../generated/wire";
import { scheduleRows } from "../../../pages/dashboards/emailRows";
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
  list: ListBlock;
  recordCount?: number | undefined;
  call?: BlocksCall | undefined;
  only?: string;
};

function Shown({ list, recordCount, call = breakdownCall(ARTICLES), only = "" }: ShownProps) {
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
      currency="USD"
    />
  );
}

async function show(list: ListBlock, recordCount?: number, call?: BlocksCall, only = "") {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Shown list={list} recordCount={recordCount} call={call} only={only} />
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
