import { describe, expect, it } from "vitest";
import type { DraftCard, FilledColumn, RecognisedColumn, RecognisedFile } from "../../../../generated/wire";
import { byLikelihood, proposedFor } from "./proposal";

const TABLES = ["members", "logins", "offers", "partners"];

const proposed = (table: string, others: string[]): RecognisedFile => ({
  file: "a.csv",
  sheet: null,
  table,
  sure: "LIKELY",
  reason: "",
  others,
  recipe: null,
  rows: 1,
  columns: [],
  unused: [],
});

const card = (parts: Partial<DraftCard>): DraftCard => ({
  file: "a.csv",
  sheet: null,
  filled: null,
  isQueried: false,
  names: [],
  firstRows: [],
  refused: null,
  proposed: null,
  ignored: null,
  ...parts,
});

describe("the tables of a list", () => {
  it("begin with what the file may be", () => {
    const ignored = {
      file: "a.csv",
      sheet: null,
      rows: 1,
      reason: "",
      others: ["offers", "logins"],
      columns: [],
    };
    expect(byLikelihood(card({ proposed: proposed("partners", ["logins"]) }), TABLES)).toEqual([
      "partners",
      "logins",
      "members",
      "offers",
    ]);
    expect(byLikelihood(card({ ignored }), TABLES)).toEqual(["offers", "logins", "members", "partners"]);
    expect(byLikelihood(card({}), TABLES)).toEqual(TABLES);
  });
});

describe("what was proposed for a column", () => {
  const column = (parts: Partial<FilledColumn>): FilledColumn => ({
    column: "lob_id",
    mayBeEmpty: false,
    from: null,
    value: null,
    common: null,
    template: null,
    ...parts,
  });
  const of = (parts: Partial<RecognisedColumn>): RecognisedColumn => ({
    column: "lob_id",
    from: null,
    value: null,
    sure: "GUESS",
    note: "",
    mayBeEmpty: false,
    ...parts,
  });

  it("counts as long as the same fills it", () => {
    const fromFile = of({ from: "Line" });
    expect(proposedFor([fromFile], column({ from: "Line" }))).toBe(fromFile);
    expect(proposedFor([fromFile], column({ from: "Other" }))).toBeNull();
    const all = of({ value: "All" });
    expect(proposedFor([all], column({ common: "All" }))).toBe(all);
    expect(proposedFor([all], column({ value: "Retail", common: "All" }))).toBeNull();
    expect(proposedFor([of({ sure: null })], column({}))).toBeNull();
    expect(proposedFor([], column({}))).toBeNull();
  });
});
