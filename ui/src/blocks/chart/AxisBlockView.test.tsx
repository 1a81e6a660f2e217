import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { call } from "../../api/client";
import type { Block } from "../../api/generated/wire";
import { createQueryClient } from "../../api/query";
import type { LeastDecimals } from "../../format";
import { bareBlock } from "../bareBlock";
import { type BlockDeclaration, defaultOwnFilter } from "../declaration";
import { saveCsv } from "../frame/download";
import { nameColours } from "../nameColours";
import { useBlocks } from "../useBlocks";
import { BlockView } from "../view/BlockView";
import { Chart } from "./Chart";

vi.mock("../../api/client", async (original) => ({ ...(await original()), call: vi.fn() }));
vi.mock("../frame/download", async (original) => ({ ...(await original()), saveCsv: vi.fn() }));
vi.mock("./Chart", async (original) => ({ ...(await original()), Chart: vi.fn(() => null) }));
const called = vi.mocked(call);
const saved = vi.mocked(saveCsv);
const charts = vi.mocked(Chart);
const COLOURS = nameColours("Other");
beforeEach(() => {
  called.mockReset();
  saved.mockReset();
  charts.mockClear();
});

const USERS = "api/v1/dashboard/users";
const WINDOW = { start: "2026-01-01", end: "2026-02-28" };

type Given = {
  readonly endpoint: string;
  readonly declaration: BlockDeclaration;
  readonly firstDay?: string;
  readonly percentDecimals?: LeastDecimals;
};

function Shown({ endpoint, declaration, firstDay, percentDecimals }: Given) {
  const [own, setOwn] = useState(defaultOwnFilter(declaration));
  return (
    <BlockView
      declaration={declaration}
      wide
      screen={useBlocks({ endpoint }, {})}
      own={own}
      onOwn={setOwn}
      place={["Logins Breakdown"]}
      colours={COLOURS}
      window={WINDOW}
      currency="USD"
      firstDay={firstDay ?? null}
      percentDecimals={percentDecimals}
    />
  );
}

async function show(given: Given, data: unknown, rest: Partial<Block> = {}) {
  const { block, title } = given.declaration;
  called.mockResolvedValue({ [block]: { ...bareBlock(block, data), ...rest } });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Shown {...given} />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(screen.getByRole("button", { name: `View as table: ${title}` })).toBeEnabled());
}

const asTable = (title: string) => {
  fireEvent.click(screen.getByRole("button", { name: `View as table: ${title}` }));
  return screen.getByRole("table", { name: title });
};
const cells = (table: HTMLElement) =>
  within(table)
    .getAllByRole("cell")
    .map((cell) => cell.textContent);

const LOGINS: BlockDeclaration = { kind: "line", id: "l", block: "LOGINS_BY_PERIOD", title: "Logins" };
const MONTHS = [
  ["Jan 2026", 3],
  ["Feb 2026", 4],
];
const BEFORE = { previous: [["Jan 2025", 0] as const, ["Feb 2025", 2] as const].map(([at, n]) => [at, n]) };

describe("a chart by period", () => {
  const logins = { endpoint: `${USERS}/logins`, declaration: LOGINS };

  it("has a dash in its table for what was not loaded a year before", async () => {
    await show({ ...logins, firstDay: "2025-02-01" }, MONTHS, BEFORE as Partial<Block>);
    expect(screen.getByRole("button", { name: "Last year" })).toBeInTheDocument();
    expect(cells(asTable("Logins"))).toEqual(["3", "–", "4", "2"]);
  });

  it("has no year before where none of it was loaded", async () => {
    await show({ ...logins, firstDay: "2025-06-01" }, MONTHS, BEFORE as Partial<Block>);
    expect(screen.queryByRole("button", { name: "Last year" })).not.toBeInTheDocument();
    expect(cells(asTable("Logins"))).toEqual(["3", "4"]);
  });

  it("is called by its screen in a file that says what the columns hold", async () => {
    await show({ ...logins, firstDay: "2020-01-01" }, MONTHS, BEFORE as Partial<Block>);
    asTable("Logins");
    fireEvent.click(screen.getByRole("button", { name: "Download CSV: Logins" }));
    const [name, csv] = saved.mock.calls[0] ?? [];
    expect(name).toBe("logins-breakdown_logins_2026-01-01_2026-02-28.csv");
    expect(csv?.split("\r\n")[0]).toBe(
      '\uFEFFPeriod,"Total Logins: Jan 1 – Feb 28, 2026",Total Logins: Last year',
    );
  });

  it("tells of members in several audiences where it is viewed by them", async () => {
    const note = /A member can be in several audiences/;
    await show({ ...logins, declaration: { ...LOGINS, viewBy: true } }, MONTHS);
    expect(screen.queryByText(note)).not.toBeInTheDocument();
    fireEvent.change(screen.getByRole("combobox", { name: "View by" }), { target: { value: "AUDIENCE" } });
    expect(await screen.findByText(note)).toBeInTheDocument();
  });

  it("says where no data were ever loaded instead of asking for a longer period", async () => {
    const { block } = LOGINS;
    called.mockImplementation(async (_method, path) =>
      path === "api/v1/program" ? { through: null } : { [block]: bareBlock(block, []) },
    );
    render(
      <QueryClientProvider client={createQueryClient()}>
        <Shown {...logins} />
      </QueryClientProvider>,
    );
    expect(await screen.findByText("No data loaded yet")).toBeInTheDocument();
  });

  it("takes one of two groups of one name out of the drawing", async () => {
    const groups = [1, 2].map((value) => ({ name: "Gold", records: [["Jan 2026", value]] }));
    await show(logins, groups);
    const [first, second] = screen.getAllByRole("button", { name: "Gold" });
    if (first) fireEvent.click(first);
    expect(first).toHaveAttribute("aria-pressed", "false");
    expect(second).toHaveAttribute("aria-pressed", "true");
    expect(cells(asTable("Logins"))).toEqual(["1", "2"]);
  });

  it("writes months in its table with one decimal, as the title names them", async () => {
    const tenure: BlockDeclaration = {
      ...LOGINS,
      block: "AVERAGE_TENURE_BY_PERIOD",
      title: "Average Tenure by Period (Months)",
    };
    await show({ endpoint: `${USERS}/averageTenure`, declaration: tenure }, [["Jan 2026", 12]]);
    expect(cells(asTable(tenure.title))).toEqual(["12.0"]);
  });

  it("writes percentages in its table as its screen does", async () => {
    const rate: BlockDeclaration = { ...LOGINS, block: "DORMANT_RATE_BY_PERIOD", title: "Rate" };
    const given = { endpoint: `${USERS}/dormantRate`, declaration: rate, percentDecimals: 1 } as const;
    await show(given, [["Jan 2026", 50]]);
    const table = asTable("Rate");
    expect(cells(table)).toEqual(["50.0%"]);
    fireEvent.click(within(table).getByRole("button"));
    expect(screen.getByRole("dialog", { name: "Dormant Rate" })).toHaveTextContent(/Lower is better\.$/);
  });
});

describe("the zoom of a chart", () => {
  const ZOOMED: BlockDeclaration = { ...LOGINS, viewBy: true, zoom: true };
  const given = { endpoint: `${USERS}/logins`, declaration: ZOOMED };
  const many = (count: number, value: number) =>
    Array.from({ length: count }, (_, at) => [`P${count}.${at}`, value]);
  const slider = () => [charts.mock.lastCall?.[0].option.dataZoom].flat()[0];
  const drag = (start: number, end: number) => act(() => charts.mock.lastCall?.[0].onZoom?.({ start, end }));
  const isWhole = () =>
    screen.getByRole("button", { name: "Whole range" }).getAttribute("aria-pressed") === "true";
  const answer = (data: unknown) => called.mockResolvedValue(bareBlock("LOGINS_BY_PERIOD", data));

  // With a stylesheet there is one object a theme, so that a chart is built only where something changes.
  beforeEach(() => {
    document.documentElement.dataset.theme = "light";
    document.documentElement.style.setProperty("--ink", "#16182b");
  });

  it("stays where the reader has left it while the points are the same", async () => {
    await show(given, many(36, 1));
    expect(slider()).toMatchObject({ startValue: 0, endValue: 5 });
    drag(40, 80);
    // The slider is held: drawn anew it would slip away.
    expect(slider()).toMatchObject({ startValue: 0, endValue: 5 });
    answer([{ name: "Gold", records: many(36, 2) }]);
    fireEvent.change(screen.getByRole("combobox", { name: "View by" }), { target: { value: "TIER" } });
    await screen.findByRole("button", { name: "Gold" });
    expect(slider()).toMatchObject({ start: 40, end: 80 });
    fireEvent.click(screen.getByRole("button", { name: "Gold" }));
    expect(slider()).toMatchObject({ start: 40, end: 80 });
    asTable("Logins");
    fireEvent.click(screen.getByRole("button", { name: "View as chart: Logins" }));
    expect(slider()).toMatchObject({ start: 40, end: 80 });
  });

  it("opens anew for other points, and is none where all of them have room", async () => {
    await show(given, many(36, 1));
    drag(90, 100);
    answer(many(12, 3));
    fireEvent.click(screen.getByRole("radio", { name: "Quarters" }));
    await waitFor(() => expect(slider()).toMatchObject({ startValue: 0, endValue: 5 }));
    answer(many(3, 9));
    fireEvent.click(screen.getByRole("radio", { name: "Years" }));
    await waitFor(() => expect(slider()).toBeUndefined());
    expect(screen.queryByRole("button", { name: "Whole range" })).not.toBeInTheDocument();
  });

  it("says when it shows everything, and goes there and back", async () => {
    await show(given, many(36, 1));
    expect(isWhole()).toBe(false);
    drag(0, 100);
    expect(isWhole()).toBe(true);
    fireEvent.click(screen.getByRole("button", { name: "Whole range" }));
    expect(isWhole()).toBe(false);
    expect(slider()).toMatchObject({ startValue: 0, endValue: 5 });
    fireEvent.click(screen.getByRole("button", { name: "Whole range" }));
    expect(isWhole()).toBe(true);
    expect(slider()).toMatchObject({ startValue: 0, endValue: 35 });
  });
});

describe("charts of a website's answer", () => {
  const SESSIONS = /^Sessions on the website/;

  it("tell in their tables what their figures mean", async () => {
    const bars: BlockDeclaration = {
      kind: "bars",
      id: "b",
      block: "SOURCES",
      title: "By Source",
      figures: [{ field: "sessions", label: "Sessions" }, { field: "pageviews" }],
    };
    const endpoint = "api/v1/website/dashboard/sourceOfTraffic";
    await show({ endpoint, declaration: bars }, [{ name: "Direct", sessions: 3, pageviews: 9 }]);
    const table = within(asTable("By Source"));
    const heads = table.getAllByRole("columnheader");
    expect(heads.map((head) => head.textContent)).toEqual(["Name", "Sessions", "Pageviews"]);
    fireEvent.click(table.getByRole("button", { name: "Sessions" }));
    expect(screen.getByText(SESSIONS)).toBeInTheDocument();
    fireEvent.click(table.getByRole("button", { name: "Pageviews" }));
    expect(screen.getByText(/^Pages viewed/)).toBeInTheDocument();
  });

  it("do so as a pie", async () => {
    const pie: BlockDeclaration = {
      kind: "pie",
      id: "p",
      block: "DeviceCategory_PIE",
      title: "Devices",
      value: "sessions",
      of: "Sessions",
    };
    const rows = [1, 2].map((sessions) => ({ name: "desktop", sessions }));
    await show({ endpoint: "api/v1/website/dashboard/platforms", declaration: pie }, rows);
    expect(screen.queryByRole("button", { name: "Sessions" })).not.toBeInTheDocument();
    expect(screen.getAllByTitle("desktop")).toHaveLength(2);
    expect(cells(asTable("Devices"))).toEqual(["2", "66.67%", "1", "33.33%"]);
    fireEvent.click(screen.getByRole("button", { name: "Sessions" }));
    expect(screen.getByText(SESSIONS)).toBeInTheDocument();
  });
});
