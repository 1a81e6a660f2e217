import { describe, expect, it } from "vitest";
import type { MethodEffect, MethodNumbers, MethodVersion } from "../../../generated/wire";
import { chartOf, daysOf, faultsOf, isSame, marksOf, namedFault, partsOf, shareOf, withPart } from "./model";

const numbers: MethodNumbers = {
  parts: [
    { part: "csat", floor: 40, target: 90, weight: 10, least: 30 },
    { part: "returnRate", floor: 75, target: 97, weight: 20, least: 30 },
  ],
  leastCoverage: 70,
};

const effect: MethodEffect = {
  asOf: "2026-03-14",
  method: "bond-1",
  published: 60,
  drafted: 55.5,
  missing: null,
  parts: [],
  months: [
    { day: "2026-01-31", published: null, drafted: null },
    { day: "2026-02-28", published: 61, drafted: 54 },
  ],
  groups: [],
};

const version = (name: string, day: string): MethodVersion => ({
  name,
  numbers,
  published: { reason: "", draftedBy: "a", approvedBy: "b", at: Date.parse(`${day}T12:00:00Z`) / 1000 },
});

describe("the numbers of a draft", () => {
  it("change one part at a time and are compared as a whole", () => {
    const changed = withPart(numbers, "csat", { weight: 0 });
    expect(changed.parts.map(({ weight }) => weight)).toEqual([0, 20]);
    expect(isSame(changed, numbers)).toBe(false);
    expect(isSame(withPart(changed, "csat", { weight: 10 }), numbers)).toBe(true);
  });

  it("have weights that are shares of all weight", () => {
    expect(shareOf(numbers, 10)).toBe(33.3);
    expect(shareOf({ ...numbers, parts: [] }, 10)).toBeNull();
  });
});

describe("what is wrong with a draft", () => {
  const parts = partsOf({
    versions: [],
    draft: null,
    parts: [
      { part: "csat", label: "CSAT", pillar: "Voice", unit: "percent" },
      { part: "returnRate", label: "Return Rate", pillar: "Habit", unit: "percent" },
    ],
    needsApproval: false,
  });

  it("is a target that is not above the floor, of a part that is left out, too", () => {
    expect(faultsOf(numbers, parts)).toEqual([]);
    const text = "CSAT: the target must be above the floor.";
    for (const change of [{ floor: 90 }, { target: 40, weight: 0 }])
      expect(faultsOf(withPart(numbers, "csat", change), parts)).toEqual([
        { part: "csat", field: "target", text },
      ]);
  });

  it("is that no part of the pillar Habit counts", () => {
    expect(faultsOf(withPart(numbers, "returnRate", { weight: 0 }), parts)).toEqual([
      { part: "returnRate", field: "weight", text: expect.stringContaining("pillar Habit") },
    ]);
    // Of two such parts only the first says it.
    const both = new Map([...parts].map(([part, info]) => [part, { ...info, pillar: "Habit" as const }]));
    const none = { ...numbers, parts: numbers.parts.map((part) => ({ ...part, weight: 0 })) };
    expect(faultsOf(none, both).map(({ part }) => part)).toEqual(["csat"]);
  });

  it("is said by the server with the names of the page", () => {
    const named = (field: string | null, text: string) => namedFault({ field, text }, numbers, parts);
    expect(named("numbers.parts[1].target", "expected a number from 0 to 100")).toBe(
      "Return Rate: Target: expected a number from 0 to 100",
    );
    expect(named("parts[0].least", "expected 1 to 5")).toBe(
      "CSAT: Fewest members or answers: expected 1 to 5",
    );
    expect(named("leastCoverage", "expected 50 to 100 percent")).toBe(
      "Share of the weight that must count, in %: expected 50 to 100 percent",
    );
    expect(named("parts", "expected each part once")).toBe("expected each part once");
    for (const other of ["parts[7].target", "reason", null]) expect(named(other, "expected")).toBeUndefined();
  });
});

describe("the chart of months", () => {
  it("ends with the newest day, unless a month ends on it", () => {
    expect(daysOf(effect)).toEqual(["2026-01-31", "2026-02-28", "2026-03-14"]);
    expect(daysOf({ ...effect, asOf: "2026-02-28" })).toHaveLength(2);
    const model = chartOf(effect, { published: "By bond-1", draft: "By the draft" });
    expect(model.labels).toEqual(["Jan 31, 2026", "Feb 28, 2026", "Mar 14, 2026"]);
    expect(model.series.map(({ values }) => values)).toEqual([
      [null, 61, 60],
      [null, 54, 55.5],
    ]);
  });

  it("marks the first point of a method, and none that began before the chart", () => {
    const days = daysOf(effect);
    const of = (day: string) => marksOf([version("ours", day)], days);
    expect(of("2026-01-31")).toEqual([]);
    expect(of("2026-02-01")).toEqual([{ name: "ours", at: 1 }]);
    expect(of("2026-03-20")).toEqual([{ name: "ours", at: 2 }]);
    expect(marksOf([{ name: "bond-1", numbers, published: null }], days)).toEqual([]);
  });
});
