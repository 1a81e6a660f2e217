import { expect, it } from "vitest";
import type {
  DraftAnswer,
  DraftCard,
  FilledColumn,
  FilledTable,
  LoadFault,
} from "../../../../generated/wire";
import { faultsOf, faultyFiles, isAbout } from "./faults";

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
    firstRows: [],
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

it("names the files in which something is wrong, and what: in their rows, in a check, or that they cannot be read", () => {
  const card = (name: string, given: Partial<DraftCard>): DraftCard => ({
    file: name,
    sheet: null,
    filled: null,
    names: [],
    isQueried: false,
    firstRows: [],
    refused: null,
    proposed: null,
    ignored: null,
    ...given,
  });
  const filled = (faults: LoadFault[]) => ({ faults, faultCount: faults.length }) as unknown as FilledTable;
  const answer = {
    cards: [
      card("members.csv", { filled: filled([]) }),
      card("visits.csv", { filled: filled([fault(4, "no date"), fault(5, "no date")]) }),
      card("photos.zip", { refused: "It cannot be unpacked." }),
    ],
    queries: [{ file: "joined", table: "logins", columns: [], rows: [], faults: [] }],
  } as unknown as DraftAnswer;
  const named = (found: LoadFault[]) =>
    faultyFiles(answer, found).map(({ name, faults: [first], count }) => [name, first?.text, count]);
  expect(named([])).toEqual([
    ["visits.csv", "no date", 2],
    ["photos.zip", "It cannot be unpacked.", 1],
  ]);
  expect(named([{ ...fault(2, "twice"), file: "members.csv" }])[0]).toEqual(["members.csv", "twice", 1]);
});
