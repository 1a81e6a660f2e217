import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Change, Comparison, IndicatorRow, Totals } from "../../api/generated/wire";
import { blocks as copy } from "../../copy";
import { linePath, Sparkline } from "../chart/Sparkline";
import { ChangePill, directionOf, pointsText } from "../frame/ChangePill";
import { IndicatorTable } from "../table/IndicatorTable";
import { changeDetail } from "./changeDetail";
import { Figure, figureText } from "./Figure";
import { StatStrip } from "./StatStrip";
import { changeOf, figureOf } from "./useTotals";

describe("ChangePill", () => {
  it.each([
    [6.03, "up", "+6.03"],
    [-1.26, "down", "−1.26"],
    [0, "level", "0"],
  ])("%d goes %s", (change, direction, text) => {
    const { container } = render(<ChangePill changePercent={change} />);
    expect(directionOf(change)).toBe(direction);
    expect(container.firstElementChild).toHaveAttribute("data-direction", direction);
    expect(container).toHaveTextContent(`${text}%`);
    expect(container.querySelector("svg")).toHaveAttribute("aria-hidden", "true");
  });

  it("is a dash with its reason if there is no change", () => {
    render(<ChangePill changePercent={null} note="not enough history" />);
    expect(screen.getByText("not enough history")).toHaveClass("sr-only");
    expect(screen.getByTitle("not enough history")).toHaveTextContent("–");
  });
});

describe("the line under a figure", () => {
  const change = { before: 0.93, changePercent: -9.68, points: -0.09, line: [] };

  it("shows the previous figure, the points and which direction is better", () => {
    expect(
      changeDetail(change, { unit: "percent", polarity: "lower" }, "USD", copy.from.PREVIOUS_PERIOD),
    ).toBe("from 0.93% · −0.09 points · lower is better");
    expect(
      changeDetail(
        { ...change, points: null },
        { unit: "count", polarity: "higher" },
        "USD",
        copy.from.PREVIOUS_PERIOD,
      ),
    ).toBe("from 0.93");
  });

  it("says which period the previous figure is of", () => {
    const line = (sentence: (before: string) => string) =>
      changeDetail({ ...change, points: null }, { unit: "count", polarity: "none" }, "USD", sentence);
    expect(line(copy.fromBefore.PREVIOUS_PERIOD)).toBe("from 0.93 in the previous period");
    expect(line(copy.fromBefore.SAME_DATES_LAST_YEAR)).toBe("from 0.93 on the same dates last year");
    expect(line(copy.fromBefore.PREVIOUS_FULL_PERIOD)).toBe("from 0.93 in the previous full period");
    expect(line(copy.from.SAME_DATES_LAST_YEAR)).toBe("from 0.93 last year");
  });

  it("says why there is no change", () => {
    const none = { before: 5, changePercent: null, points: null, note: "not enough history", line: [] };
    expect(changeDetail(none, { unit: "count", polarity: "higher" }, "USD", copy.from.PREVIOUS_PERIOD)).toBe(
      "not enough history",
    );
  });

  it("has points for percentages only", () => {
    expect(pointsText(1.5, "percent")).toBe("+1.5 points");
    expect(pointsText(1.5, "count")).toBe("");
    expect(pointsText(null, "percent")).toBe("");
  });
});

it("an indicator without a change shows no difference", () => {
  const row: IndicatorRow = {
    type: "UNIQUE_LOGINS",
    typeName: "Unique Logins",
    sum: 11_797,
    percent: 5,
    popSum: 11_797,
    popPercent: null,
    trendStart: 0,
    trendEnd: 1,
    trend: [],
  };
  const { container, rerender } = render(
    <IndicatorTable rows={[row]} comparison="PREVIOUS_PERIOD" exploreTo={() => null} />,
  );
  expect(container).not.toHaveTextContent("+11,797");
  rerender(
    <IndicatorTable rows={[{ ...row, popPercent: 3 }]} comparison="PREVIOUS_PERIOD" exploreTo={() => null} />,
  );
  expect(container).toHaveTextContent("+11,797");
});

it("the change of an indicator names what it is against, and has no column against nothing", () => {
  const row: IndicatorRow = {
    type: "UNIQUE_LOGINS",
    typeName: "Unique Logins",
    sum: 7,
    percent: 5,
    popSum: null,
    popPercent: null,
    trendStart: 0,
    trendEnd: 1,
    trend: [],
  };
  const headings = (comparison: Comparison) => {
    const { container, unmount } = render(
      <IndicatorTable rows={[row]} comparison={comparison} exploreTo={() => null} />,
    );
    const texts = [...container.querySelectorAll("thead th")].map((one) => one.textContent);
    const cells = container.querySelectorAll("tbody tr > *").length;
    unmount();
    expect(cells).toBe(texts.length);
    return texts;
  };
  const rest = ["Trend", "Explore"];
  expect(headings("PREVIOUS_PERIOD")).toEqual(["Indicators", "Value", "Period Over Period", ...rest]);
  expect(headings("SAME_DATES_LAST_YEAR")).toEqual(["Indicators", "Value", "Year Over Year", ...rest]);
  expect(headings("PREVIOUS_FULL_PERIOD")[2]).toBe("Over Previous Full Period");
  expect(headings("NONE")).toEqual(["Indicators", "Value", ...rest]);
});

it("a summary shows its changes, and neither pill nor dash where nothing is compared", () => {
  const totals = (comparison: Comparison, change: Partial<Change>): Totals => ({
    logins: { totalLogins: 5 },
    comparedWith: { comparison, startDate: null, endDate: null },
    compare: {
      "logins.totalLogins": { before: null, changePercent: null, points: null, line: [], ...change },
    },
  });
  const client = new QueryClient();
  const strip = (shown: Totals) => (
    <QueryClientProvider client={client}>
      <StatStrip metrics={["logins.totalLogins"]} totals={shown} currency="USD" />
    </QueryClientProvider>
  );
  const { container, rerender } = render(
    strip(totals("SAME_DATES_LAST_YEAR", { before: 4, changePercent: 25 })),
  );
  expect(container).toHaveTextContent("+25%");
  expect(container).toHaveTextContent("from 4 on the same dates last year");
  rerender(strip(totals("NONE", {})));
  expect(container).not.toHaveTextContent("–");
  expect(container).not.toHaveTextContent("No comparison");
});

describe("totals", () => {
  const totals: Totals = {
    logins: { totalLogins: 5, uniqueLogins: null },
    averageTenure: { years: 2, months: 3 },
    compare: { "logins.totalLogins": { before: 4, changePercent: 25, points: null, line: [] } },
    comparedWith: { comparison: "PREVIOUS_PERIOD", startDate: "2025-01-01", endDate: "2025-12-31" },
  };

  it("find a metric by its id", () => {
    expect(figureOf(totals, "logins.totalLogins")).toBe(5);
    expect(figureOf(totals, "logins.uniqueLogins")).toBeNull();
    expect(figureOf(totals, "partnerDto.sales")).toBeNull();
    expect(changeOf(totals, "logins.totalLogins")?.before).toBe(4);
    expect(changeOf(totals, "logins.uniqueLogins")).toBeUndefined();
  });

  it("write a tenure in years and months", () => {
    expect(figureText(figureOf(totals, "averageTenure"), "months", "USD")).toBe("2 years 3 months");
    expect(figureText(7.9, "money", "USD")).toBe("$7.90");
  });

  it("write text around the number smaller", () => {
    const { container } = render(<Figure value={27} unit="months" currency="USD" />);
    expect(container).toHaveTextContent("2 years 3 months");
    expect([...container.querySelectorAll("span span")].map((part) => part.textContent)).toEqual([
      "years",
      "months",
    ]);
  });
});

describe("Sparkline", () => {
  it("spans its box from the smallest to the largest value", () => {
    expect(linePath([1, 3, 2], 100, 40)).toEqual([
      [4, 36],
      [50, 4],
      [96, 20],
    ]);
  });

  it("runs through the middle if nothing changes, and handles a single value", () => {
    expect(linePath([5, 5], 100, 40)).toEqual([
      [4, 20],
      [96, 20],
    ]);
    expect(linePath([5], 100, 40)).toEqual([[96, 20]]);
  });

  it("draws nothing without points", () => {
    const { container } = render(<Sparkline points={[]} />);
    expect(container).toBeEmptyDOMElement();
  });
});
