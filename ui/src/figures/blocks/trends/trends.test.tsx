import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, call } from "../../../api/client";
import type { Comparison, TrendsAnswer } from "../../../generated/wire";
import { toCsv } from "../frame/csv";
import { useTrends } from "./store";
import { TrendsPanel } from "./TrendsPanel";
import { trendsRows } from "./trendsCsv";
import { trendTables } from "./trendTables";

const called = vi.hoisted(() => vi.fn());
vi.mock("../../../api/client", async (original) => ({
  ...(await original()),
  call: called,
  callDeclared: called,
}));

const ANSWER: TrendsAnswer = {
  startDate: "2026-01-01",
  endDate: "2026-11-19",
  startDatePop: "2025-02-12",
  endDatePop: "2025-12-31",
  startDateYoy: "2025-01-01",
  endDateYoy: "2025-11-19",
  pops: [
    {
      metric: "unsubscribedDto.percent",
      typeName: "% of Unsubscribed",
      popValue: 0.93,
      filterPeriodValue: 0.84,
      isPercentage: true,
      changePercent: -9.68,
      points: -0.09,
      polarity: "lower",
    },
  ],
  yoys: [
    {
      metric: "unsubscribedDto.sum",
      typeName: "=Unsubscribers",
      popValue: 0,
      filterPeriodValue: 1076,
      isPercentage: false,
      changePercent: null,
      points: null,
      polarity: "lower",
      note: "not enough history",
    },
  ],
};

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <button type="button">opener</button>
      <TrendsPanel params={{ period: "THIS_YEAR" }} currency="USD" />
    </QueryClientProvider>,
  );
}

const open = () =>
  act(async () =>
    useTrends
      .getState()
      .toggle({ type: "E_UNSUBSCRIBED", title: "% of Unsubscribed" }, screen.getByText("opener")),
  );

beforeEach(() => {
  act(() => useTrends.getState().close());
  called.mockReset();
  called.mockResolvedValue(ANSWER);
});

describe("the trends panel", () => {
  it("shows both tables of the card's trend", async () => {
    show();
    expect(screen.queryByRole("complementary")).not.toBeInTheDocument();
    await open();
    const panel = await screen.findByRole("complementary", { name: "Trends" });
    const pop = await within(panel).findByRole("table", { name: "Period Over Period" });
    expect(within(panel).getByText("Against the 323 days just before")).toBeInTheDocument();
    const row = within(pop).getByRole("row", { name: /% of Unsubscribed/ });
    for (const text of ["0.93%", "0.84%", "−0.09 points", "lower is better"])
      expect(row).toHaveTextContent(text);
    expect(within(panel).getByRole("table", { name: "Year Over Year" })).toHaveTextContent(
      "not enough history",
    );
    expect(
      vi
        .mocked(call)
        .mock.calls.find(([method]) => method === "POST")
        ?.slice(0, 3),
    ).toEqual(["POST", "api/v1/trends/E_UNSUBSCRIBED", { period: "THIS_YEAR" }]);
  });

  it("takes the focus, closes with Escape and returns the focus", async () => {
    show();
    await open();
    const panel = await screen.findByRole("complementary");
    await waitFor(() => expect(panel).toHaveFocus());
    fireEvent.click(document.body);
    expect(panel).toBeInTheDocument();
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(screen.queryByRole("complementary")).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByText("opener")).toHaveFocus());
  });

  it("leaves Escape to the layer above it", async () => {
    show();
    await open();
    await screen.findByRole("complementary");
    const key = new KeyboardEvent("keydown", { key: "Escape", cancelable: true, bubbles: true });
    key.preventDefault();
    act(() => void document.body.dispatchEvent(key));
    expect(screen.getByRole("complementary")).toBeInTheDocument();
  });

  it("says when it could not be loaded, and why", async () => {
    const message = "A server that has a part of the data does not answer.";
    const body = { status: 503, error: "data_unavailable", message, errors: [] };
    called.mockRejectedValue(new ApiError(503, body));
    show();
    await open();
    expect(await screen.findByText("Trends could not be loaded")).toBeInTheDocument();
    expect(screen.getByText(message)).toBeInTheDocument();
  });

  it("closes the trend when leaving the screen", async () => {
    const { unmount } = show();
    await open();
    await screen.findByRole("complementary");
    unmount();
    expect(useTrends.getState().open).toBeNull();
  });
});

describe("the tables of a trend", () => {
  const titles = (...[comparison, answer = ANSWER]: [Comparison, TrendsAnswer?]) =>
    trendTables(answer, comparison, 1).map(({ title, subtitle }) => `${title}: ${subtitle}`);
  const lastYear = "Year Over Year: Against the same dates one year earlier";

  it("say what they compare with", () => {
    expect(titles("PREVIOUS_PERIOD")).toEqual([
      "Period Over Period: Against the 323 days just before",
      lastYear,
    ]);
    expect(titles("PREVIOUS_FULL_PERIOD")).toEqual([
      "Over Previous Full Period: Against the whole year before",
      lastYear,
    ]);
  });

  it("name weekdays and chosen dates", () => {
    expect(titles("SAME_WEEKDAYS_LAST_YEAR")).toEqual([
      "Over Weekdays Last Year: Against the days 52 weeks earlier",
      lastYear,
    ]);
    expect(titles("SELECTED_DATES")).toEqual([
      "Over Other Dates: Against the dates of your choice",
      lastYear,
    ]);
  });

  it("describe a window without a full period by its length", () => {
    const days = { ...ANSWER, startDate: "2026-11-13" };
    expect(titles("PREVIOUS_FULL_PERIOD", days)[0]).toBe(
      "Period Over Period: Against the 7 days just before",
    );
  });

  it("show last year once, even without another comparison", () => {
    expect(titles("NONE", { ...ANSWER, pops: [] })).toEqual([lastYear]);
  });
});

it("writes both tables as a file, figures as numbers and names as text", () => {
  expect(toCsv(trendsRows(trendTables(ANSWER, "PREVIOUS_PERIOD", 1), "USD")).split("\r\n")).toEqual([
    "\uFEFFPeriod Over Period,Against the 323 days just before",
    'Metric,"Feb 12 – Dec 31, 2025","Jan 1 – Nov 19, 2026","% change from Feb 12 – Dec 31, 2025"',
    "% of Unsubscribed,0.93,0.84,-9.68",
    "",
    "Year Over Year,Against the same dates one year earlier",
    'Metric,"Jan 1 – Nov 19, 2025","Jan 1 – Nov 19, 2026","% change from Jan 1 – Nov 19, 2025"',
    "'=Unsubscribers,0,1076,not enough history",
    "",
  ]);
});
