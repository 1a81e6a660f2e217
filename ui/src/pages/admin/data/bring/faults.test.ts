import { expect, it } from "vitest";
import type { DraftCard, FilledColumn, LoadFault } from "../../../../generated/wire";
import { faultsOf, isAbout } from "./faults";

const fault = (line: number | null, text: string, column: string | null = "When"): LoadFault => ({
  file: "visits.csv",
  line,
  column,
  text,
});

it("finds the faults of a sheet, and the column that one is about", () => {
  const card: DraftCard = {
    file: "a.xlsx",
    sheet: "May",
    filled: null,
    names: [],
    isQueried: false,
    refused: null,
    proposed: null,
    ignored: null,
  };
  const faults = ["a.xlsx (May)", "a.xlsx (June)", "a.xlsx"].map((file) => ({ ...fault(2, "x"), file }));
  expect(faultsOf(card, faults).map(({ file }) => file)).toEqual(["a.xlsx (May)", "a.xlsx"]);
  const column: FilledColumn = {
    column: "source",
    mayBeEmpty: false,
    from: "Kind",
    value: null,
    common: null,
    template: null,
  };
  expect(
    ["Kind", "source", "source (mapping.toml:3)", "sources"].map((name) =>
      isAbout(column, fault(2, "x", name)),
    ),
  ).toEqual([true, true, true, false]);
});
