import { describe, expect, it } from "vitest";
import type { TableRow } from "../../api/generated/wire";
import { tableRows } from "./tableRows";

const COLUMNS = [
  { field: "total", label: "Total Logins", unit: "count" },
  { field: "percent", label: "Rate", unit: "percent" },
] as const;

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
    expect(tableRows(rows, COLUMNS, ["LOB"], "Total")).toEqual([
      ["LOB", "Total Logins", "Rate (%)"],
      ["Auto", 3, 1],
      ["Total", 3, 1],
    ]);
  });

  it("writes two levels so that every row stands for itself", () => {
    const rows = [
      { ...child("Auto", 3), isTotal: true, records: [child("Gold", 1), child("Silver", 2)] },
      { ...child("Total", 3), isTotal: true },
    ];
    expect(tableRows(rows, COLUMNS, ["LOB", "Tier"], "Total")).toEqual([
      ["LOB", "Tier", "Total Logins", "Rate (%)"],
      ["Auto", "Total", 3, 1],
      ["Auto", "Gold", 1, 1],
      ["Auto", "Silver", 2, 1],
      ["Total", null, 3, 1],
    ]);
  });
});
