import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "../../../api/query";
import type { AnyBlock } from "../../../generated/calls";
import type { AnnotationList } from "../../../generated/wire";
import { platformBlocks, sourceBlocks } from "../../../pages/dashboards/websiteAnswers";
import type { LeastDecimals } from "../../../texts/format";
import { type BlocksCall, breakdownCall, unwrappedCall } from "../calls";
import type { BlockDeclaration } from "../declaration";
import { saveCsv } from "../frame/download";
import { nameColours } from "../nameColours";
import { blockAnswer, monthsFrom } from "../testAnswers";
import { useBlocks } from "../useBlocks";
import { BlockView } from "../view/BlockView";
import { defaultView } from "../viewState";
import { Chart } from "./Chart";

const called = vi.hoisted(() => vi.fn());
vi.mock("../../../api/client", async (original) => ({
  ...(await original()),
  call: called,
  callDeclared: called,
}));
vi.mock("../frame/download", async (original) => ({ ...(await original()), saveCsv: vi.fn() }));
vi.mock("./Chart", async (original) => ({ ...(await original()), Chart: vi.fn(() => null) }));
const saved = vi.mocked(saveCsv);
const charts = vi.mocked(Chart);
const COLOURS = nameColours("Other");
const ANNOTATIONS = "api/v1/annotations";
const NONE: AnnotationList = { annotations: [], corrections: [] };
let annotations = NONE;
beforeAll(() => import("./OpenChartMenu"));
beforeEach(() => {
  annotations = NONE;
  called.mockReset();
  saved.mockReset();
  charts.mockClear();
});

const USERS = "api/v1/dashboard/users";
const WINDOW = { start: "2026-01-01", end: "2026-02-28" };

type Given = {
  readonly call: BlocksCall;
  readonly declaration: BlockDeclaration;
  readonly percentDecimals?: LeastDecimals;
};

function Shown({ call, declaration, percentDecimals }: Given) {
  const [choice, setChoice] = useState(defaultView(declaration));
  return (
    <BlockView
      isFirst
      declaration={declaration}
      wide
      screen={useBlocks(call, {})}
      choice={choice}
      onChoose={(change) => setChoice((before) => ({ ...before, ...change }))}
      filePrefix={["Logins Breakdown"]}
      colours={COLOURS}
      window={WINDOW}
      currency="USD"
      percentDecimals={percentDecimals}
    />
  );
}

async function show(given: Given, data: readonly unknown[], rest: Partial<AnyBlock> = {}) {
  const { block, title } = given.declaration;
  const periods = monthsFrom("2026-01", data.length);
  await answered(given, { [block]: blockAnswer(block, data, { periods, ...rest }) }, title);
}

async function answered(given: Given, body: unknown, title: string) {
  called.mockImplementation(async (_method, path) => (path === ANNOTATIONS ? annotations : body));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Shown {...given} />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(screen.getByRole("button", { name: `More: ${title}` })).toBeEnabled());
}

/** Chooses from the menu of a chart. */
async function more(title: string, item: string) {
  await userEvent.click(screen.getByRole("button", { name: `More: ${title}` }));
  await userEvent.click(await screen.findByRole("menuitem", { name: item }));
}
async function asTable(title: string) {
  await more(title, "View as table");
  return screen.getByRole("table", { name: title });
}
const cells = (table: HTMLElement) =>
  within(table)
    .getAllByRole("cell")
    .map((cell) => cell.textContent);

const LOGINS: BlockDeclaration = { kind: "line", id: "l", block: "LOGINS_BY_PERIOD", title: "Logins" };
const MONTHS = [
  ["Jan 2026", 3],
  ["Feb 2026", 4],
];
const PREVIOUS: AnyBlock["previous"] = [
  ["Jan 2025", 0],
  ["Feb 2025", 2],
];
/** Two months whose previous year is loaded from the given month on. */
const twoMonths = (before: string) =>
  monthsFrom("2026-01", 2).map((period) => ({ ...period, previousCovered: period.start >= before }));

describe("a chart by period", () => {
  const logins = { call: breakdownCall(`${USERS}/logins`), declaration: LOGINS };

  it("has an empty cell in its table for missing data of the previous year", async () => {
    await show(logins, MONTHS, { previous: PREVIOUS, periods: twoMonths("2026-02-01") });
    expect(screen.getByRole("button", { name: "Jan 1 – Feb 28, 2025" })).toBeInTheDocument();
    expect(cells(await asTable("Logins"))).toEqual(["3", "", "4", "2"]);
  });

  it("has no previous year if none of it was loaded", async () => {
    await show(logins, MONTHS, { previous: PREVIOUS, periods: twoMonths("2026-06-01") });
    expect(screen.queryByRole("button", { name: "Jan 1 – Feb 28, 2025" })).not.toBeInTheDocument();
    expect(cells(await asTable("Logins"))).toEqual(["3", "4"]);
  });

  it("is named after its screen in a file with a header for each column", async () => {
    await show(logins, MONTHS, { previous: PREVIOUS });
    await asTable("Logins");
    await more("Logins", "Download CSV");
    const [name, csv] = saved.mock.calls[0] ?? [];
    expect(name).toBe("logins-breakdown_logins_2026-01-01_2026-02-28.csv");
    expect(csv?.split("\r\n")[0]).toBe(
      '\uFEFFPeriod,"Total Logins: Jan 1 – Feb 28, 2026","Total Logins: Jan 1 – Feb 28, 2025"',
    );
  });

  it("has a note on members in several audiences when viewed by audience", async () => {
    const note = /A member can be in several audiences/;
    await show({ ...logins, declaration: { ...LOGINS, viewBy: true } }, MONTHS);
    expect(screen.queryByText(note)).not.toBeInTheDocument();
    fireEvent.change(screen.getByRole("combobox", { name: "View by" }), { target: { value: "AUDIENCE" } });
    expect(await screen.findByText(note)).toBeInTheDocument();
  });

  it("marks and lists what is said of its days, and of those that a load corrected", async () => {
    const said = { metric: null, shared: true, login: "bob", isOwn: false };
    annotations = {
      annotations: [{ id: 1, starts: "2026-02-03", ends: "2026-02-03", text: "A sale", ...said }],
      corrections: [
        {
          load: 34,
          isUndo: false,
          starts: "2026-01-30",
          ends: "2026-02-02",
          metrics: ["logins.totalLogins"],
        },
        { load: 35, isUndo: false, starts: "2026-01-30", ends: "2026-02-02", metrics: ["article.views"] },
      ],
    };
    await show(logins, MONTHS);
    const list = await screen.findByRole("region", { name: "Annotations: Logins" });
    expect(
      within(list)
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual(["1Jan 30 – Feb 2, 2026 load 34 corrected these days", "2Feb 3, 2026 A sale · shared by bob"]);
    // Another's, which no role lets this user change.
    expect(within(list).queryByRole("button")).not.toBeInTheDocument();
    const { option, label } = charts.mock.lastCall?.[0] ?? {};
    expect(label).toContain(
      "Annotations: Jan 30 – Feb 2, 2026: load 34 corrected these days; Feb 3, 2026: A sale.",
    );
    expect(option?.series).toMatchObject([
      { markLine: { data: [{ xAxis: 1 }] }, markArea: { data: [[{ xAxis: 0 }, { xAxis: 1 }]] } },
    ]);
  });

  it("says that no data was ever loaded instead of suggesting a longer period", async () => {
    const { block } = LOGINS;
    called.mockImplementation(async (_method, path) =>
      path === ANNOTATIONS
        ? annotations
        : path === "api/v1/program"
          ? { through: null, isEmpty: true }
          : { [block]: blockAnswer(block, []) },
    );
    render(
      <QueryClientProvider client={createQueryClient()}>
        <Shown {...logins} />
      </QueryClientProvider>,
    );
    expect(await screen.findByText("No data loaded yet")).toBeInTheDocument();
  });

  it("hides one of two groups with the same name", async () => {
    const groups = [1, 2].map((value) => ({ name: "Gold", records: [["Jan 2026", value]] }));
    const { filterParams } = blockAnswer("", null);
    const viewed = { filterParams: { ...filterParams, viewBy: "TIER" } } as const;
    await show(logins, groups, { ...viewed, periods: monthsFrom("2026-01", 1) });
    const [first, second] = screen.getAllByRole("button", { name: "Gold" });
    if (first) fireEvent.click(first);
    expect(first).toHaveAttribute("aria-pressed", "false");
    expect(second).toHaveAttribute("aria-pressed", "true");
    expect(cells(await asTable("Logins"))).toEqual(["1", "2"]);
  });

  it("writes months in its table with one decimal, as the title names them", async () => {
    const tenure: BlockDeclaration = {
      ...LOGINS,
      block: "AVERAGE_TENURE_BY_PERIOD",
      title: "Average Tenure by Period (Months)",
    };
    await show({ call: breakdownCall(`${USERS}/averageTenure`), declaration: tenure }, [["Jan 2026", 12]]);
    expect(cells(await asTable(tenure.title))).toEqual(["12.0"]);
  });

  it("writes percentages in its table as its screen does", async () => {
    const rate: BlockDeclaration = { ...LOGINS, block: "DORMANT_RATE_BY_PERIOD", title: "Rate" };
    const call = breakdownCall(`${USERS}/dormantRate`);
    const given = { call, declaration: rate, percentDecimals: 1 } as const;
    await show(given, [["Jan 2026", 50]]);
    const table = await asTable("Rate");
    expect(cells(table)).toEqual(["50.0%"]);
    fireEvent.click(within(table).getByRole("button"));
    expect(screen.getByRole("dialog", { name: "Dormant Rate" })).toHaveTextContent(/Lower is better\.$/);
  });
});

describe("the zoom of a chart", () => {
  const ZOOMED: BlockDeclaration = { ...LOGINS, viewBy: true, zoom: true };
  const given = { call: breakdownCall(`${USERS}/logins`), declaration: ZOOMED };
  const many = (count: number, value: number) =>
    monthsFrom("2020-01", count).map(({ label }) => [label, value]);
  const showMany = () => show(given, many(48, 1), { periods: monthsFrom("2020-01", 48) });
  const slider = () => [charts.mock.lastCall?.[0].option.dataZoom].flat()[0];
  const drag = (start: number, end: number) => act(() => charts.mock.lastCall?.[0].onZoom?.({ start, end }));
  const { filterParams } = blockAnswer("", null);
  const answer = (data: unknown, count: number, filter: Partial<AnyBlock["filterParams"]>) =>
    called.mockResolvedValue(
      blockAnswer("LOGINS_BY_PERIOD", data, {
        periods: monthsFrom("2020-01", count),
        filterParams: { ...filterParams, ...filter },
      }),
    );
  const choose = (name: string, value: string) =>
    fireEvent.change(screen.getByRole("combobox", { name }), { target: { value } });

  // With a style sheet there is one object per theme, so a chart is rebuilt only on changes.
  beforeEach(() => {
    document.documentElement.dataset.theme = "light";
    document.documentElement.style.setProperty("--ink", "#16182b");
  });

  it("stays in position while the points are the same", async () => {
    await showMany();
    expect(slider()).toMatchObject({ startValue: 42, endValue: 47 });
    drag(40, 80);
    // The slider is being dragged: redrawing would release it.
    expect(slider()).toMatchObject({ startValue: 42, endValue: 47 });
    answer([{ name: "Gold", records: many(48, 2) }], 48, { viewBy: "TIER" });
    choose("View by", "TIER");
    await screen.findByRole("button", { name: "Gold" });
    expect(slider()).toMatchObject({ start: 40, end: 80 });
    fireEvent.click(screen.getByRole("button", { name: "Gold" }));
    expect(slider()).toMatchObject({ start: 40, end: 80 });
    await asTable("Logins");
    await more("Logins", "View as chart");
    expect(slider()).toMatchObject({ start: 40, end: 80 });
  });

  it("is reset for other points, and absent up to 36", async () => {
    await showMany();
    drag(90, 100);
    answer(many(40, 3), 40, { timeScale: "BY_QUARTERS" });
    choose("Time scale", "BY_QUARTERS");
    await waitFor(() => expect(slider()).toMatchObject({ startValue: 34, endValue: 39 }));
    answer(many(36, 9), 36, { timeScale: "BY_YEARS" });
    choose("Time scale", "BY_YEARS");
    await waitFor(() => expect(slider()).toBeUndefined());
  });

  it("shows everything and the last part in turn", async () => {
    await showMany();
    await more("Logins", "Whole range");
    expect(slider()).toMatchObject({ startValue: 0, endValue: 47 });
    await more("Logins", "Last part");
    expect(slider()).toMatchObject({ startValue: 42, endValue: 47 });
    drag(0, 100);
    await more("Logins", "Last part");
    expect(slider()).toMatchObject({ startValue: 42, endValue: 47 });
  });
});

it("has no scale with a single point to choose", async () => {
  await show({ call: breakdownCall(`${USERS}/logins`), declaration: LOGINS }, MONTHS);
  const scale = within(screen.getByRole("combobox", { name: "Time scale" }));
  const isOff = (name: string) => (scale.getByRole("option", { name }) as HTMLOptionElement).disabled;
  expect(["Months", "Quarters", "Years"].map(isOff)).toEqual([false, true, true]);
});

describe("charts of the website's calls", () => {
  const SESSIONS = /^Sessions on the website/;

  it("explain their figures in their tables", async () => {
    const bars: BlockDeclaration = {
      kind: "bars",
      id: "b",
      block: "SOURCES",
      title: "By Source",
      figures: [{ field: "sessions", label: "Sessions" }, { field: "pageviews" }],
    };
    const call = unwrappedCall("api/v1/website/dashboard/sourceOfTraffic", sourceBlocks);
    const body = { names: ["Direct"], sessions: [3], pageviews: [9] };
    await answered({ call, declaration: bars }, body, "By Source");
    const table = within(await asTable("By Source"));
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
    const DeviceCategory = [1, 2].map((sessions) => ["desktop", sessions, []]);
    const body = { DeviceCategory, Browser: [], OperatingSystem: [], ScreenResolution: [], periods: [] };
    const call = unwrappedCall("api/v1/website/dashboard/platforms", platformBlocks);
    await answered({ call, declaration: pie }, body, "Devices");
    expect(screen.queryByRole("button", { name: "Sessions" })).not.toBeInTheDocument();
    expect(screen.getAllByTitle("desktop")).toHaveLength(2);
    expect(cells(await asTable("Devices"))).toEqual(["2", "66.67%", "1", "33.33%"]);
    fireEvent.click(screen.getByRole("button", { name: "Sessions" }));
    expect(screen.getByText(SESSIONS)).toBeInTheDocument();
  });
});
