import { describe, expect, it } from "vitest";
import type { ProgramInfo } from "../../generated/wire";
import { filtersOfEndedData, filtersOfProgram } from "./ownFilters";

const program = (dataFrom: string | null, dataUntil: string | null, fiscalYearStart = 1) =>
  ({ today: "2026-03-15", dataFrom, dataUntil, fiscalYearStart }) as ProgramInfo;

it("opens on the year of the last day with data where they ended before this year", () => {
  const opened = (of: ProgramInfo) => JSON.parse(filtersOfEndedData(of) ?? "null");
  expect(opened(program("2017-01-01", "2018-12-31"))).toEqual({
    period: "SELECTED_DATE",
    startDate: "2018-01-01",
    endDate: "2018-12-31",
  });
  expect(opened(program("2018-06-05", "2018-06-20")).startDate).toBe("2018-06-05");
  // The fiscal year from April holds this January.
  expect(opened(program("2020-01-01", "2026-01-31", 4))).toBeNull();
  expect(opened(program("2020-01-01", "2026-01-01"))).toBeNull();
  expect(opened(program(null, null))).toBeNull();
});

describe("what the year to date is compared with at first", () => {
  const of = (part: Partial<ProgramInfo>) =>
    filtersOfProgram({
      today: "2026-03-15",
      firstDay: "2024-04-01",
      dataFrom: "2024-04-01",
      fiscalYearStart: 1,
      compareToDate: "last_year",
      ...part,
    } as ProgramInfo);
  const lastYear = JSON.stringify({ period: "THIS_YEAR", comparison: "SAME_DATES_LAST_YEAR" });

  it.each([
    [{}, lastYear],
    [{ fiscalYearStart: 4 }, lastYear],
    // Not loaded a year ago, a whole year, and where the program does not want it.
    [{ firstDay: "2025-01-02" }, null],
    [{ firstDay: null, dataFrom: null }, null],
    // Purchases are loaded, and no logins.
    [{ firstDay: null }, lastYear],
    [{ today: "2026-01-01" }, null],
    [{ compareToDate: "previous_period" }, null],
  ] as const)("with %j is %s", (part, expected) => {
    expect(of(part)).toBe(expected);
  });
});
