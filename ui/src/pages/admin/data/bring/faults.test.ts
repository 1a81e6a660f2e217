import { expect, it } from "vitest";
import type { FilledColumn, LoadFault } from "../../../../generated/wire";
import { faultsOf, groupsOf, isAbout } from "./faults";

const fault = (line: number | null, text: string, column: string | null = "When"): LoadFault => ({
  file: "visits.csv",
  line,
  column,
  text,
});

it("puts faults that differ in the value alone into one group", () => {
  const groups = groupsOf([
    fault(2, '"soon" is not a time'),
    fault(3, '"a \\" b" is not a time'),
    fault(4, '"soon" is not a time', "Then"),
    fault(null, "the file is empty", null),
  ]);
  expect(groups.map(({ column, lines, count }) => [column, lines, count])).toEqual([
    ["When", [2, 3], 2],
    ["Then", [4], 1],
    [null, [], 1],
  ]);
  expect(groups[0]?.text).toBe('"soon" is not a time');
});

it("finds the faults of a sheet, and the column that one is about", () => {
  const card = { file: "a.xlsx", sheet: "May", filled: null, names: [], refused: null };
  const faults = ["a.xlsx (May)", "a.xlsx (June)", "a.xlsx"].map((file) => ({ ...fault(2, "x"), file }));
  expect(faultsOf(card, faults).map(({ file }) => file)).toEqual(["a.xlsx (May)", "a.xlsx"]);
  const column: FilledColumn = {
    column: "source",
    mayBeEmpty: false,
    from: "Kind",
    value: null,
    template: null,
  };
  expect(
    ["Kind", "source", "source (mapping.toml:3)", "sources"].map((name) =>
      isAbout(column, fault(2, "x", name)),
    ),
  ).toEqual([true, true, true, false]);
});
