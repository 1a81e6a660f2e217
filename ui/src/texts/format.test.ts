import { describe, expect, it } from "vitest";
import signs from "../../../data/currency_signs.json";
import vectors from "../../../src/render/format_vectors.json";
import type { Unit } from "../generated/wire";
import {
  formatCell,
  formatCompact,
  formatDate,
  formatDayOfWeek,
  formatDelta,
  formatDuration,
  formatMoney,
  formatMonths,
  formatNumber,
  formatPercent,
  formatPeriod,
  formatRange,
  formatTenure,
  formatUnit,
  formatWeekday,
  rangeParts,
  unitParts,
} from "./format";

describe("formatNumber", () => {
  it.each([
    [0, "0"],
    [7, "7"],
    [4.21, "4.21"],
    [4.2149, "4.21"],
    [999, "999"],
    [1000, "1,000"],
    [128406, "128,406"],
    [999_999, "999,999"],
    [1_000_000, "1,000,000"],
    [9_999_999, "9,999,999"],
    [9_999_999.996, "10.00M"],
    [10_000_000, "10.00M"],
    [12_412_345, "12.41M"],
    [999_999_999, "1.00B"],
    [7_540_000_000, "7.54B"],
    [1e12, "1.00T"],
    [-378, "\u2212378"],
    [-2_500_000, "\u22122,500,000"],
    [-25_000_000, "\u221225.00M"],
    [-0.001, "0"],
    [9.99e14, "999.00T"],
    [1e15, ""],
    [-1e15, ""],
    [null, ""],
    [undefined, ""],
    [Number.NaN, ""],
  ])("writes %s as %s", (n, text) => expect(formatNumber(n)).toBe(text));

  it.each([
    [12_412_345, "12,412,345"],
    [9.99e14, "999,000,000,000,000"],
    [1e15, ""],
    [null, ""],
  ])("writes %s in full as %s", (n, text) => expect(formatNumber(n, { inFull: true })).toBe(text));
});

describe("formatCompact", () => {
  it.each([
    [0, "0"],
    [999, "999"],
    [1234, "1.23K"],
    [40_000, "40.00K"],
    [999_999, "1.00M"],
    [1_250_000, "1.25M"],
    [3e9, "3.00B"],
    [-1500, "\u22121.50K"],
    [1e15, ""],
  ])("writes %s as %s", (n, text) => expect(formatCompact(n)).toBe(text));
});

describe("formatPercent", () => {
  it.each([
    [23.09, "23.09%"],
    [23.1, "23.1%"],
    [0, "0%"],
    [57.8765, "57.88%"],
    [-1.26, "\u22121.26%"],
    [null, ""],
  ])("writes %s as %s", (n, text) => expect(formatPercent(n)).toBe(text));
});

describe("unitParts", () => {
  it("are apart from each other by a space, and nothing without a figure", () => {
    expect(unitParts(-1.26, "percent")).toEqual([{ number: "−1.26", space: "", unit: "%" }]);
    expect(unitParts(26.6, "months")).toEqual([
      { number: "2", space: " ", unit: "years" },
      { number: "3", space: " ", unit: "months" },
    ]);
    expect(unitParts(-24, "months")).toEqual([{ number: "−2", space: " ", unit: "years" }]);
    expect(unitParts(-0.2, "months")).toEqual([{ number: "0", space: " ", unit: "months" }]);
    expect([unitParts(null, "percent"), unitParts(1e15, "months")]).toEqual([[], []]);
  });
});

describe("formatPeriod", () => {
  it("names months, quarters and years as the server does", () => {
    const starts = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, "0")}-01`);
    expect(starts.map((start) => formatPeriod(start, "BY_MONTHS")).join()).toBe(
      "Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec".replace(/\w+/g, "$& 2026"),
    );
    expect(starts.map((start) => formatPeriod(start, "BY_QUARTERS")).filter((_, at) => at % 3 === 2)).toEqual(
      ["Q1 2026", "Q2 2026", "Q3 2026", "Q4 2026"],
    );
    // Of a period that the window cuts, the first day is within it.
    expect(formatPeriod("2025-07-15", "BY_YEARS")).toBe("2025");
  });
});

describe("rangeParts", () => {
  it("are the first day, the last, and its year", () => {
    expect(rangeParts("2026-01-01", "2026-11-19")).toEqual({ from: "Jan 1", to: "Nov 19", year: ", 2026" });
    expect(rangeParts("2025-12-01", "2026-11-19").from).toBe("Dec 1, 2025");
    expect(rangeParts("2026-11-19", "2026-11-19")).toEqual({ from: null, to: "Nov 19", year: ", 2026" });
    expect(rangeParts("2026-11-19", null)).toEqual({ from: null, to: "–", year: "" });
  });
});

describe("formatCell", () => {
  const dollars = { currency: "USD" };

  it.each([
    [100, "100.0%"],
    [0.5, "0.5%"],
    [0, "0.0%"],
    [33.333, "33.33%"],
    [1234.5, "1,234.5%"],
    [null, ""],
  ])("writes %s percent with a decimal at least as %s", (n, text) =>
    expect(formatCell(n, "percent", { ...dollars, percentDecimals: 1 })).toBe(text),
  );

  it("writes percentages short by default", () => {
    expect(formatCell(100, "percent", dollars)).toBe("100%");
    expect(formatCell(33.3, "percent", { ...dollars, percentDecimals: undefined })).toBe("33.3%");
  });

  it.each([
    [12, "12.0"],
    [0, "0.0"],
    [27.14, "27.1"],
    [null, ""],
  ])("writes %s months, which the header names, as %s", (n, text) =>
    expect(formatCell(n, "months", dollars)).toBe(text),
  );

  it("writes everything else in the usual format", () => {
    expect(formatCell(1200, "count", dollars)).toBe("1,200");
    expect(formatCell(4.2, "decimal", dollars)).toBe("4.2");
    expect(formatCell(8, "money", { currency: "EUR" })).toBe("€8.00");
  });
});

describe("formatMoney", () => {
  it.each([
    [8.02, "USD", "$8.02"],
    [8, "USD", "$8.00"],
    [0, "USD", "$0.00"],
    [386_204.4, "USD", "$386,204"],
    [999.999, "USD", "$1,000"],
    [2_410_000, "USD", "$2,410,000"],
    [24_100_000, "USD", "$24.10M"],
    [-12.5, "EUR", "\u2212€12.50"],
    [12.5, "CHF", "CHF\u00a012.50"],
    [12.5, "nonsense", "nonsense\u00a012.50"],
    [null, "USD", ""],
  ])("writes %s %s as %s", (n, currency, text) => expect(formatMoney(n, currency)).toBe(text));
});

describe("formatUnit", () => {
  it("writes each unit in its format", () => {
    expect(formatUnit(74_318, "count")).toBe("74,318");
    expect(formatUnit(74_318, "count", { round: true })).toBe("74.32K");
    expect(formatUnit(4.21, "decimal")).toBe("4.21");
    expect(formatUnit(61.3, "percent")).toBe("61.3%");
    expect(formatUnit(386_204, "money", { currency: "EUR" })).toBe("€386,204");
    expect(formatUnit(386_204, "money", { currency: "EUR", round: true })).toBe("€386.2K");
    expect(formatUnit(24_100_000.4, "money", { currency: "EUR", inFull: true })).toBe("€24,100,000");
    expect(formatUnit(95, "seconds")).toBe("01:35");
    expect(formatUnit(14.34, "months")).toBe("1 year 2 months");
    expect(formatUnit(0.6, "months")).toBe("1 month");
    expect(formatUnit(14.34, "months", { round: true })).toBe("14.3");
    expect(formatUnit(null, "months")).toBe("");
    expect(formatMonths(14.34)).toBe("14.3 months");
    expect(formatMonths(null)).toBe("");
  });
});

describe("formatDelta", () => {
  it.each([
    [8198, "+8,198"],
    [6.82, "+6.82"],
    [-1.26, "\u22121.26"],
    [0, "0"],
    [0.001, "0"],
    [1_500_000, "+1,500,000"],
    [15_000_000, "+15.00M"],
  ])("writes %s as %s", (n, text) => expect(formatDelta(n)).toBe(text));
});

it("writes the sign of a currency as sentences from the server do", () => {
  for (const code of ["USD", "EUR", "GBP", "JPY", "CHF", "SEK", "PLN", "BRL", "INR"] as const) {
    const sign: string = (signs as Record<string, string>)[code] ?? code;
    expect(formatMoney(3, code).replace(/\u00a0/, "")).toBe(`${sign}3.00`);
  }
});

describe("formatDuration", () => {
  it.each([
    [0, "00:00"],
    [9, "00:09"],
    [95, "01:35"],
    [59.6, "01:00"],
    [4503, "75:03"],
    [null, ""],
  ])("writes %s as %s", (n, text) => expect(formatDuration(n)).toBe(text));
});

describe("formatTenure", () => {
  it.each([
    [{ years: 2, months: 3 }, "2 years 3 months"],
    [{ years: 1, months: 1 }, "1 year 1 month"],
    [{ years: 0, months: 5 }, "5 months"],
    [{ years: 2, months: 0 }, "2 years"],
    [{ years: 0, months: 0 }, "0 months"],
    [null, "–"],
  ])("writes %o as %s", (tenure, text) => expect(formatTenure(tenure)).toBe(text));
});

describe("dates", () => {
  it("keeps the day whatever the time zone", () => {
    expect(formatDate("2026-11-19")).toBe("Nov 19, 2026");
    expect(formatDate("2024-02-29")).toBe("Feb 29, 2024");
    expect(formatWeekday("2026-11-20")).toBe("Friday, November 20");
    expect(formatDayOfWeek("2026-11-20")).toBe("Friday");
    expect(formatDate(null)).toBe("–");
  });

  it("names a year once if both days share it", () => {
    expect(formatRange("2026-01-01", "2026-11-19")).toBe("Jan 1 – Nov 19, 2026");
    expect(formatRange("2025-12-01", "2026-01-31")).toBe("Dec 1, 2025 – Jan 31, 2026");
    expect(formatRange("2026-01-05", "2026-01-05")).toBe("Jan 5, 2026");
    expect(formatRange(null, "2026-01-05")).toBe("–");
  });
});

describe("the figures of files", () => {
  it("are written as on the page", () => {
    const written = vectors.map(({ unit, value }) => ({
      unit,
      value,
      cell: formatCell(value, unit as Unit, { currency: "USD" }),
      axis: formatUnit(value, unit as Unit, { currency: "USD", round: true }),
    }));
    expect(written).toEqual(vectors);
  });
});
