import { describe, expect, it } from "vitest";
import type { TableRow } from "../../../generated/wire";
import { tableRows } from "./tableRows";

const COLUMNS = [
  { field: "total", label: "Total Logins", unit: "count" },
  { field: "percent", label: "Rate", unit: "percent" },
] as const;

const WORDS = { total: "Total", currency: "USD" } as const;

const child = (name: string, total: number): TableRow => ({
  name,
  total,
  percent: 1,
  isTotal: false,
  records: [],
});

describe("tableRows", () => {
  it("writes one level", () => {
    const rows = [child("Auto", 3), { ...child("Total", 3), isTotal: true }];
    expect(tableRows(rows, COLUMNS, ["LOB"], WORDS)).toEqual([
      ["LOB", "Total Logins", "Rate (%)"],
      ["Auto", 3, 1],
      ["Total", 3, 1],
    ]);
  });

  it("names the unit of money once", () => {
    const columns = [
      { field: "sales", label: "Sales", unit: "money" },
      { field: "percent", label: "Register %", unit: "percent" },
    ] as const;
    expect(tableRows([], columns, ["Partner"], { ...WORDS, currency: "EUR" })).toEqual([
      ["Partner", "Sales (EUR)", "Register %"],
    ]);
  });

  it("writes two levels so that every row is self-contained", () => {
    const rows = [
      { ...child("Auto", 3), isTotal: true, records: [child("Gold", 1), child("Silver", 2)] },
      { ...child("Total", 3), isTotal: true },
    ];
    expect(tableRows(rows, COLUMNS, ["LOB", "Tier"], WORDS)).toEqual([
      ["LOB", "Tier", "Total Logins", "Rate (%)"],
      ["Auto", "Total", 3, 1],
      ["Auto", "Gold", 1, 1],
      ["Auto", "Silver", 2, 1],
      ["Total", null, 3, 1],
    ]);
  });

  it("writes a count and its share in two columns, and ranks before the names", () => {
    const columns = [
      { field: "few", label: "1-3 Logins", unit: "count", isShared: true },
      { field: "many", label: ">10 Logins", unit: "count", isShared: true },
    ] as const;
    const row = (name: string, few: number, many: number, rank: number): TableRow => ({
      name,
      few,
      many,
      rank,
      isTotal: false,
      records: [],
    });
    expect(
      tableRows([row("Auto", 2, 1, 1), row("Home", 0, 0, 2)], columns, ["LOB"], { ...WORDS, rank: "Rank" }),
    ).toEqual([
      ["Rank", "LOB", "1-3 Logins", "1-3 Logins (%)", ">10 Logins", ">10 Logins (%)"],
      [1, "Auto", 2, 66.67, 1, 33.33],
      [2, "Home", 0, 0, 0, 0],
    ]);
  });
});
