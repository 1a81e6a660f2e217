import { describe, expect, it } from "vitest";
import vectors from "../../../../../src/figures/natural_vectors.json";
import type { TableRow } from "../../../generated/wire";
import { isGrandTotal, nextSort, sortRows } from "./sorting";

const row = (name: string, total: number, records: TableRow[] = [], isTotal = false): TableRow => ({
  name,
  total,
  isTotal,
  records,
});
const names = (rows: readonly TableRow[]) => rows.map(({ name }) => name);

describe("nextSort", () => {
  const byName = { column: "name", descending: false };

  it("starts a column of figures with the largest, then reverses it", () => {
    const first = nextSort(byName, "total", true);
    expect(first).toEqual({ column: "total", descending: true });
    expect(nextSort(first, "total", true)).toEqual({ column: "total", descending: false });
  });

  it("starts a column of names with A, then reverses it", () => {
    const first = nextSort({ column: "total", descending: true }, "name", false);
    expect(first).toEqual(byName);
    expect(nextSort(first, "name", false)).toEqual({ column: "name", descending: true });
  });
});

describe("sortRows", () => {
  const rows = [row("Home", 5), row("auto", 9), row("Life", 5), row("Total", 19, [], true)];

  it("leaves the total last in every order", () => {
    for (const column of ["name", "total"]) {
      for (const descending of [false, true]) {
        expect(names(sortRows(rows, { column, descending })).at(-1)).toBe("Total");
      }
    }
  });

  it.each(vectors.map((expected) => [expected]))("sorts names as the answers do: %j", (expected) => {
    const rows = expected.toReversed().map((name) => row(name, 1));
    expect(names(sortRows(rows, { column: "name", descending: false }))).toEqual(expected);
  });

  it("sorts groups by name in the order of the answer, at both levels", () => {
    const parts = [row("Level 2", 1), row("Level 10", 2)];
    const answered = [row("Silver", 1, parts, true), row("Gold", 2, parts, true), row("Total", 3, [], true)];
    const sorted = (descending: boolean) => sortRows(answered, { column: "name", descending }, "answer");
    expect(names(sorted(false))).toEqual(["Silver", "Gold", "Total"]);
    expect(names(sorted(true))).toEqual(["Gold", "Silver", "Total"]);
    expect(names(sorted(true)[0]?.records ?? [])).toEqual(["Level 10", "Level 2"]);
    const bySize = sortRows(answered, { column: "total", descending: true }, "answer");
    expect(names(bySize)).toEqual(["Gold", "Silver", "Total"]);
    expect(names(answered)).toEqual(["Silver", "Gold", "Total"]);
  });

  it("leaves ties in the order of the answer, in both directions", () => {
    const answered = [row("Life", 5), row("auto", 9), row("Home", 5), row("Total", 19, [], true)];
    expect(names(sortRows(answered, { column: "total", descending: false }))).toEqual([
      "Life",
      "Home",
      "auto",
      "Total",
    ]);
    expect(names(sortRows(answered, { column: "total", descending: true }))).toEqual([
      "auto",
      "Life",
      "Home",
      "Total",
    ]);
  });

  it("sorts the second level too, and does not change its input", () => {
    const grouped = [row("Auto", 3, [row("Gold", 1), row("Bronze", 2)], true)];
    const sorted = sortRows(grouped, { column: "total", descending: true });
    expect(names(sorted[0]?.records ?? [])).toEqual(["Bronze", "Gold"]);
    expect(names(grouped[0]?.records ?? [])).toEqual(["Gold", "Bronze"]);
  });
});

it("distinguishes the grand total from a group's own total", () => {
  expect(isGrandTotal(row("Total", 1, [], true))).toBe(true);
  expect(isGrandTotal(row("Auto", 1, [row("Gold", 1)], true))).toBe(false);
  expect(isGrandTotal(row("Auto", 1))).toBe(false);
});
