import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router-dom";
import { describe, expect, it } from "vitest";
import { blocks as copy } from "#texts/page";
import { useSession } from "../../../api/session";
import { exampleUser } from "../../../api/session/exampleUser";
import type { Change, Comparison, IndicatorRow, ModuleCode, Totals } from "../../../generated/wire";
import { Sparkline, sparkPlaces } from "../chart/Sparkline";
import { ChangePill, directionOf, noteOf, pointsText, shownChange } from "../frame/ChangePill";
import { FigureText } from "../frame/FigureText";
import { toneOf } from "../frame/tone";
import { IndicatorTable } from "../table/IndicatorTable";
import { ChangeDetail, type ChangeDetailProps } from "./ChangeDetail";
import { Figure } from "./Figure";
import { StatStrip } from "./StatStrip";
import { changeOf, figureOf, withGaps } from "./useTotals";

/** A program with this rule for colours; without one it is unknown. */
function Program({ colours, children }: { colours?: string; children: ReactNode }) {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  if (colours) client.setQueryData(["api/v1/program"], { changeColours: colours });
  return (
    <MemoryRouter>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </MemoryRouter>
  );
}
const wrapper = Program;

describe("ChangePill", () => {
  it.each([
    [6.03, "up", "+6.03"],
    [-1.26, "down", "−1.26"],
    [0, "level", "0"],
  ])("%d goes %s", (change, direction, text) => {
    const { container } = render(<ChangePill changePercent={change} polarity="higher" />, { wrapper });
    expect(directionOf(change)).toBe(direction);
    expect(container.firstElementChild).toHaveAttribute("data-direction", direction);
    expect(container).toHaveTextContent(`${text}%`);
    expect(container.querySelector("svg")).toHaveAttribute("aria-hidden", "true");
  });

  it("is a dash with its reason if there is no change", () => {
    render(<ChangePill changePercent={null} polarity="higher" note="not enough history" />, { wrapper });
    expect(screen.getByText("not enough history")).toHaveClass("sr-only");
    expect(screen.getByTitle("not enough history")).toHaveTextContent("–");
  });

  it("distinguishes missing history from a figure that was 0", () => {
    expect(noteOf({ before: 0, note: "not enough history" })).toBe("not enough history");
    expect(noteOf({ before: 0 })).toBe("was 0 before");
    expect(noteOf({ before: null })).toBeUndefined();
  });

  it("shows no change from or to a 0 that stands for no data", () => {
    const noDays = { noDays: "logins" };
    expect([shownChange(-100, noDays), shownChange(12, undefined, noDays)]).toEqual([null, null]);
    expect([shownChange(-100), shownChange(5, undefined, undefined)]).toEqual([-100, 5]);
    expect(noteOf({ before: 0, beforeHidden: noDays })).toBe("no data before");
    expect(noteOf({ before: 0, beforeHidden: noDays, note: "not enough history" })).toBe(
      "not enough history",
    );
  });

  it("draws no point of a line where there are no data", () => {
    const points = [
      ["Jan", 3],
      ["Feb", 0],
      ["Mar", 0],
    ] as const;
    expect(
      withGaps(
        points.map(([label, value]) => [label, value]),
        [1],
      ),
    ).toEqual([
      ["Jan", 3],
      ["Feb", null],
      ["Mar", 0],
    ]);
  });
});

describe("the colour of a change", () => {
  it.each([
    [1, "higher", "good"],
    [-1, "higher", "bad"],
    [1, "lower", "bad"],
    [-1, "lower", "good"],
    [0, "higher", "neutral"],
    [0.001, "lower", "neutral"],
    [5, "none", "neutral"],
  ] as const)("of %s, %s being better, is %s", (change, polarity, tone) => {
    expect(toneOf(change, polarity, "meaning")).toBe(tone);
    // By sign, a change is good only if it is positive.
    expect(toneOf(change, polarity, "sign")).toBe(change >= 1 ? "good" : "bad");
  });

  it("is the program's choice", () => {
    const fall = (colours?: string) => {
      const { container, unmount } = render(
        <Program {...(colours ? { colours } : {})}>
          <ChangePill changePercent={-2} polarity="lower" />
        </Program>,
      );
      const tone = container.firstElementChild?.getAttribute("data-tone");
      unmount();
      return tone;
    };
    expect(fall()).toBe("good");
    expect(fall("meaning")).toBe("good");
    expect(fall("sign")).toBe("bad");
  });
});

describe("the line under a figure", () => {
  const change = { before: 0.93, changePercent: -9.68, points: -0.09, line: [] };
  const PERCENT = { unit: "percent", polarity: "lower" } as const;
  const COUNT = { unit: "count", polarity: "higher" } as const;
  const detail = (props: Pick<ChangeDetailProps, "change" | "figure"> & Partial<ChangeDetailProps>) =>
    render(
      <p>
        <ChangeDetail currency="USD" sentence={copy.from.PREVIOUS_PERIOD} {...props} />
      </p>,
      { wrapper },
    ).container;

  it("shows the previous figure, the points in their colour and which direction is better", () => {
    const line = detail({ change, figure: PERCENT });
    expect(line).toHaveTextContent("from 0.93% · −0.09 points · lower is better");
    expect(screen.getByText("−0.09 points")).toHaveAttribute("data-tone", "good");
    expect(detail({ change: { ...change, points: null }, figure: COUNT })).toHaveTextContent(/^from 0.93$/);
  });

  it("says where the change may be chance, and takes no colour then", () => {
    const line = detail({ change: { ...change, withinChance: true }, figure: PERCENT });
    expect(line).toHaveTextContent("−0.09 points · within chance · lower is better");
    expect(screen.getByText("−0.09 points")).toHaveAttribute("data-tone", "neutral");
    const sure = detail({ change: { ...change, withinChance: false }, figure: PERCENT });
    expect(sure).not.toHaveTextContent("chance");
  });

  it("has all digits of a shortened figure for the pointer and for screen readers", () => {
    detail({ change: { ...change, before: 12_345_678, points: null }, figure: COUNT });
    const line = screen.getByTitle("from 12,345,678");
    expect(line.querySelector("[aria-hidden]")).toHaveTextContent("from 12.35M");
    expect(line.querySelector(".sr-only")).toHaveTextContent("from 12,345,678");
  });

  it("says which period the previous figure belongs to", () => {
    const line = (sentence: (before: string) => string) =>
      detail({ change: { ...change, points: null }, figure: COUNT, sentence }).textContent;
    expect(line(copy.fromBefore.PREVIOUS_PERIOD)).toBe("from 0.93 in the previous period");
    expect(line(copy.fromBefore.SAME_DATES_LAST_YEAR)).toBe("from 0.93 on the same dates last year");
    expect(line(copy.fromBefore.PREVIOUS_FULL_PERIOD)).toBe("from 0.93 in the previous full period");
    expect(line(copy.from.SAME_DATES_LAST_YEAR)).toBe("from 0.93 last year");
  });

  it("says why there is no change", () => {
    const none = { before: 5, changePercent: null, points: null, note: "not enough history", line: [] };
    expect(detail({ change: none, figure: COUNT }).textContent).toBe("not enough history");
    const ofNegative = { before: -12, changePercent: null, points: null, line: [] };
    expect(noteOf(ofNegative)).toBe("was below 0 before");
    expect(noteOf({ ...ofNegative, before: 0 })).toBe("was 0 before");
  });

  it("compares nothing where there are no data", () => {
    const none = { before: null, changePercent: null, points: null, note: "not enough history", line: [] };
    const hidden = { notLoaded: "email_messages" };
    expect(detail({ change: none, figure: PERCENT, hidden }).textContent).toBe("");
    expect(detail({ change, figure: PERCENT, hidden })).toHaveTextContent(/^from 0.93%$/);
  });

  it("has points for percentages only", () => {
    expect(pointsText(1.5, "percent")).toBe("+1.5 points");
    expect(pointsText(1.5, "count")).toBe("");
    expect(pointsText(null, "percent")).toBe("");
  });
});

describe("an indicator", () => {
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
  const change = (of: IndicatorRow & { note?: string }) =>
    render(<IndicatorTable rows={[of]} comparison="PREVIOUS_PERIOD" exploreTo={() => null} />, {
      wrapper,
    }).container.querySelectorAll("td")[1]?.textContent;

  it("shows the difference next to its change, in its colour", () => {
    expect(change({ ...row, popPercent: 3 })).toMatch(/\+3% \+11,797$/);
    expect(screen.getByText("+11,797")).toHaveAttribute("data-tone", "good");
  });

  it("says why it has no change: no history, or 0 before", () => {
    expect(change({ ...row, note: "not enough history" })).toBe("not enough history");
    expect(change(row)).toBe("was 0 before");
    expect(change({ ...row, popSum: null })).toBe("No comparison");
  });

  it("says once that it has no data", () => {
    const why = { notLoaded: "offer_interactions" };
    const { container } = render(
      <IndicatorTable
        rows={[{ ...row, hidden: { sum: why, percent: why }, note: "not enough history" }]}
        comparison="PREVIOUS_PERIOD"
        exploreTo={() => null}
      />,
      { wrapper },
    );
    const cells = [...container.querySelectorAll("td")].map((cell) => cell.textContent);
    expect(cells.slice(0, 2)).toEqual(["no offer views and clicks loaded", ""]);
  });
});

it("the column of changes names its comparison, and is absent without one", () => {
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
      { wrapper },
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

it("a summary shows its changes, and neither pill nor dash without a comparison", () => {
  const totals = (comparison: Comparison, change: Partial<Change>): Totals => ({
    logins: { totalLogins: 5 },
    comparedWith: { comparison, startDate: null, endDate: null },
    compare: {
      "logins.totalLogins": { before: null, changePercent: null, points: null, line: [], ...change },
    },
  });
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  const strip = (shown: Totals) => (
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <StatStrip params={{}} metrics={["logins.totalLogins"]} totals={shown} currency="USD" />
      </QueryClientProvider>
    </MemoryRouter>
  );
  const { container, rerender } = render(
    strip(totals("SAME_DATES_LAST_YEAR", { before: 4, changePercent: 25 })),
  );
  expect(container).toHaveTextContent("+25%");
  expect(container).toHaveTextContent("from 4 on the same dates last year");
  rerender(strip(totals("NONE", {})));
  expect(container).not.toHaveTextContent("–");
  expect(container).not.toHaveTextContent("No comparison");

  const withoutData = totals("SAME_DATES_LAST_YEAR", { note: "not enough history" });
  rerender(
    strip({
      ...withoutData,
      logins: { totalLogins: null, hidden: { totalLogins: { notLoaded: "logins" } } },
    }),
  );
  expect(container).toHaveTextContent("no logins loaded");
  expect(container).not.toHaveTextContent("–");
  expect(container).not.toHaveTextContent("not enough history");
});

it("a change opens its explanation, and is no link where that is closed to the user", () => {
  const totals: Totals = {
    logins: { totalLogins: 5 },
    comparedWith: { comparison: "PREVIOUS_PERIOD", startDate: null, endDate: null },
    compare: { "logins.totalLogins": { before: 4, changePercent: 25, points: null, line: [] } },
  };
  const row: IndicatorRow = {
    type: "UNIQUE_LOGINS",
    typeName: "Unique Logins",
    sum: 7,
    percent: 5,
    popSum: 2,
    popPercent: 40,
    trendStart: 0,
    trendEnd: 1,
    trend: [],
  };
  const links = (modules: ModuleCode[]) => {
    useSession.setState({ status: "signedIn", user: { ...exampleUser, modules } });
    const { container, unmount } = render(
      <>
        <StatStrip params={{}} metrics={["logins.totalLogins"]} totals={totals} currency="USD" />
        <IndicatorTable rows={[row]} comparison="PREVIOUS_PERIOD" exploreTo={() => null} />
      </>,
      { wrapper },
    );
    expect(container).toHaveTextContent(/\+25%.*\+40%/);
    const targets = [...container.querySelectorAll("a")].map((link) => link.getAttribute("href"));
    unmount();
    return targets;
  };
  expect(links(["MONITOR", "MEMBERS"])).toEqual([
    expect.stringMatching(/^\/explain\/logins\.totalLogins/),
    expect.stringMatching(/^\/explain\/logins\.uniqueLogins/),
  ]);
  // Pinned on the Program Monitor they are of the Member Dashboard.
  expect(links(["MONITOR"])).toEqual([]);
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
    const { container } = render(
      <FigureText value={figureOf(totals, "averageTenure")} unit="months" currency="USD" />,
    );
    expect(container).toHaveTextContent(/^2 years 3 months$/);
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
    expect(sparkPlaces([1, 3, 2], 100, 40)).toEqual([
      [4, 36],
      [50, 4],
      [96, 20],
    ]);
  });

  it("runs through the middle if nothing changes", () => {
    expect(sparkPlaces([5, 5], 100, 40)).toEqual([
      [4, 20],
      [96, 20],
    ]);
  });

  it("draws no single dot", () => {
    const { container } = render(<Sparkline points={[["Nov", 3]]} />);
    expect(container).toBeEmptyDOMElement();
  });

  it("is dashed towards an unfinished period, whose point is hollow", () => {
    const points: [string, number][] = [
      ["Sep", 3],
      ["Oct", 2],
      ["Nov", 1],
    ];
    const drawn = (through: string | null) => {
      const { container } = render(<Sparkline points={points} through={through} />);
      return [...container.querySelectorAll("path")].map((path) => path.dataset.unfinished !== undefined);
    };
    expect(drawn(null)).toEqual([false, false, false, false]);
    expect(drawn("2026-11-20").filter(Boolean)).toHaveLength(1);
    expect(drawn("2026-11-20")).toHaveLength(6);
  });

  it("draws nothing without points", () => {
    const { container } = render(<Sparkline points={[]} />);
    expect(container).toBeEmptyDOMElement();
  });
});
