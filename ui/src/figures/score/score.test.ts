import { describe, expect, it } from "vitest";
import type { ScoreAnswer, ScorePart } from "../../generated/wire";
import { describeScore, formatMove, formatPoints } from "./describeScore";
import { inUnitOf, partValue } from "./partFigures";
import { isShare, mostPointsLeft } from "./pointsLeft";

function part(key: string, moved: number | null, rest: Partial<ScorePart> = {}): ScorePart {
  return {
    key,
    label: key,
    pillar: "Habit",
    numerator: null,
    denominator: null,
    value: 20,
    valueLastMonth: 19,
    unit: "percent",
    floor: 0,
    target: 40,
    weight: 10,
    score: 50,
    pointsPossible: 10,
    pointsEarned: 5,
    pointsMoved: moved,
    state: "ok",
    definition: "",
    ...rest,
  };
}

function answer(
  parts: ScorePart[],
  rest: Partial<ScoreAnswer> = {},
  explain: Partial<ScoreAnswer["explain"]> = {},
) {
  return {
    score: 74.6,
    scoreLastMonth: 72.2,
    averageTenure: { years: 2, months: 3 },
    ...rest,
    explain: {
      method: "bond-1",
      asOf: "2026-11-19",
      windowDays: 90,
      coverage: 1,
      mom: 2.4,
      coverageEffect: 0,
      missing: null,
      parts,
      ...explain,
    },
  } as ScoreAnswer;
}

describe("points", () => {
  it("always show one decimal", () => {
    expect(formatPoints(74)).toBe("74.0");
    expect(formatPoints(null)).toBe("–");
    expect([2.4, 2, -0.3, -1, 0].map(formatMove)).toEqual(["+2.4", "+2.0", "\u22120.3", "\u22121.0", "0.0"]);
  });
});

describe("describeScore", () => {
  it("describes the whole score in words", () => {
    expect(describeScore(answer([]), null)).toBe(
      "BOND Score 74.6 out of 100. Up 2.4 points since last month (72.2). As of Nov 19, 2026",
    );
    expect(describeScore(answer([], {}, { mom: -1 }), null)).toContain("Down 1.0 points");
    expect(describeScore(answer([], {}, { mom: 0 }), null)).toContain("Unchanged since last month");
    expect(describeScore(answer([], { scoreLastMonth: null }, { mom: null }), null)).toContain(
      "No score for last month",
    );
    expect(describeScore(answer([], { score: null }, { mom: null }), null)).toBe("BOND Score: no score yet");
    expect(describeScore(answer([]), "for 3 of 12 groups")).toContain("out of 100, for 3 of 12 groups. Up");
  });
});

describe("a part's figures", () => {
  it("are in its own unit", () => {
    const tenure = part("averageTenure", 0, { unit: "months", value: 27.4, target: 24 });
    expect(partValue(tenure, answer([]))).toBe("2 years 3 months");
    expect(inUnitOf(tenure, 24)).toBe("2 years");
    expect(inUnitOf(tenure, 0)).toBe("0 months");
    expect(partValue(part("a", 0), answer([]))).toBe("20%");
    expect(partValue(part("a", 0, { value: null }), answer([]))).toBe("–");
    expect(partValue({ ...tenure, value: null }, answer([]))).toBe("–");
  });
});

describe("mostPointsLeft", () => {
  it("ranks the parts that count and have points left", () => {
    const parts = [
      part("a", 0, { pointsEarned: 9 }),
      part("b", 0, { pointsEarned: 2 }),
      part("c", 0, { pointsEarned: 10 }),
      part("d", 0, { state: "insufficient", pointsEarned: null }),
      part("e", 0, { pointsEarned: 5 }),
    ];
    expect(mostPointsLeft(parts, 2).map(({ key }) => key)).toEqual(["b", "e"]);
  });
});

describe("a part", () => {
  it("is the share of its counts, or the mean of percentages that are no counts", () => {
    expect(isShare(part("a", 0, { value: 78.51, numerator: 789, denominator: 1005 }))).toBe(true);
    expect(isShare(part("a", 0, { value: 69.8, numerator: 279.2, denominator: 4 }))).toBe(false);
    expect(isShare(part("a", 0, { value: 20, numerator: 0, denominator: 0 }))).toBe(false);
    expect(isShare(part("a", 0, { value: 12, numerator: 12, denominator: 1, unit: "months" }))).toBe(false);
  });
});
