import { expect, it } from "vitest";
import { shareOf } from "./shares";

const COLUMNS = [
  { field: "few", label: "1-3 Logins", unit: "count", isShared: true },
  { field: "many", label: ">10 Logins", unit: "count", isShared: true },
] as const;

it("has no share of a sum with a hidden figure", () => {
  const row = { name: "Gold", isTotal: false, records: [], few: 30, many: 10 };
  expect(COLUMNS.map((column) => shareOf(row, column, COLUMNS))).toEqual([75, 25]);
  const hidden = { ...row, many: null, hidden: { many: "few" } } as const;
  expect(COLUMNS.map((column) => shareOf(hidden, column, COLUMNS))).toEqual([null, null]);
});
