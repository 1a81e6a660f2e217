import { describe, expect, it } from "vitest";
import type { LoadedTable } from "../../../generated/wire";
import { calendarRows } from "./calendar";

const table = (by: LoadedTable["by"], firstDay: string | null, calendar: number[]): LoadedTable => ({
  table: "logins",
  by,
  rows: 0,
  firstDay,
  lastDay: null,
  through: null,
  calendar,
  gaps: [],
  sources: [],
  expectedBy: null,
  state: "loaded",
  lateSince: null,
});

describe("the calendar of a table", () => {
  it("has one row per month, newest first, each starting with its first day", () => {
    const rows = calendarRows(table("day", "2024-02-28", [4, 0, 1, 2]));
    expect(rows.map(({ label, before }) => [label, before])).toEqual([
      ["2024-03", 0],
      ["2024-02", 27],
    ]);
    expect(rows[1]?.cells.map(({ label, level }) => [label, level])).toEqual([
      ["2024-02-28", 4],
      ["2024-02-29", 0],
    ]);
    expect(rows[0]?.cells.map(({ label, level }) => [label, level])).toEqual([
      ["2024-03-01", 1],
      ["2024-03-02", 2],
    ]);
  });

  it("has one row per year if months are counted", () => {
    const rows = calendarRows(table("month", "2025-11-01", [1, 1, 8]));
    expect(rows.map(({ label, before, cells }) => [label, before, cells.at(-1)?.label])).toEqual([
      ["2026", 0, "2026-01"],
      ["2025", 10, "2025-12"],
    ]);
  });

  it("tells a day that was not loaded from one without rows", () => {
    const gapsOf = (of: LoadedTable, from: string, to: string) =>
      calendarRows({ ...of, gaps: [{ from, to }] }).flatMap(({ cells }) =>
        cells.filter(({ isGap }) => isGap).map(({ label }) => label),
      );
    expect(gapsOf(table("day", "2026-03-01", [4, 0, 0, 0, 2]), "2026-03-03", "2026-03-04")).toEqual([
      "2026-03-03",
      "2026-03-04",
    ]);
    const months = table("month", "2025-11-01", [1, 0, 0, 2]);
    expect(gapsOf(months, "2025-12-01", "2025-12-31")).toEqual(["2025-12"]);
  });

  it("is empty for a reference table and for one without rows", () => {
    expect(calendarRows(table(null, null, []))).toEqual([]);
    expect(calendarRows(table("day", null, []))).toEqual([]);
  });
});
