import { describe, expect, it } from "vitest";
import type { PlanAnswer, PlannedPart, UserGroup } from "../../generated/wire";
import {
  changesOf,
  gainOf,
  groupsOf,
  inUnit,
  mixtureText,
  reachOf,
  standingOf,
  triedOf,
  unitOf,
  wholesOf,
} from "./model";
import { ANSWER, PART } from "./testAnswers";

const PLAN: PlanAnswer = {
  id: 1,
  name: "Spring",
  login: "ann",
  isOwn: true,
  shared: false,
  starts: "2026-03-14",
  ends: "2026-06-30",
  target: 55,
  groups: [],
  parts: [],
  points: [
    { day: "2026-03-14", score: 50, planned: 50 },
    { day: "2026-04-30", score: 52.5, planned: 52.2 },
    { day: "2026-06-30", score: null, planned: 55 },
  ],
};

describe("what is tried", () => {
  it("is sent without what is as it was", () => {
    expect(changesOf({ programActiveRate: 26, csat: 0 })).toEqual([{ part: "programActiveRate", more: 26 }]);
    expect(ANSWER.mixture && triedOf(ANSWER.mixture)).toEqual({ programActiveRate: 26, csat: 1 });
  });

  it("reaches up to the target, and as far down, but not below nobody", () => {
    expect(reachOf(PART)).toEqual({ least: -200, most: 200, step: 1 });
    expect(reachOf({ ...PART, counted: 30, least: -30 })).toEqual({ least: -30, most: 200, step: 1 });
    const reached = { ...PART, counted: 1000, toTarget: 0, least: -1000 };
    expect(reachOf(reached)).toEqual({ least: -500, most: 500, step: 5 });
    // Nearly all of them are counted.
    expect(reachOf({ ...reached, most: 12 })).toEqual({ least: -500, most: 12, step: 5 });
    expect(reachOf({ ...PART, counted: 0, toTarget: 0, least: 0 })).toEqual({ least: 0, most: 1, step: 1 });
    expect(reachOf({ ...PART, toTarget: 300_000, most: 900_000 }).step).toBe(2000);
  });
});

describe("what it takes, in words", () => {
  it("names the parts of the mixture with how many more", () => {
    expect(mixtureText(ANSWER)).toBe(
      "Shortest mix: 26 more members with a second qualifying session; 1 more answer of 4 or 5.",
    );
    expect(mixtureText({ ...ANSWER, mixture: null })).toBe(
      "Out of reach, even with every part at its target.",
    );
    const start = "Out of reach, even if every part that people can move reaches its target.";
    const still: PlannedPart = { ...PART, label: "Average Tenure", byPeople: false };
    const without = (...others: PlannedPart[]) =>
      mixtureText({ ...ANSWER, mixture: null, parts: [...ANSWER.parts, ...others] });
    expect(without(still)).toBe(`${start} Average Tenure stays as it is.`);
    // One that does not count is none of them.
    expect(without(still, { ...still, label: "FA Activity" }, { ...still, state: "insufficient" })).toBe(
      `${start} Average Tenure and FA Activity stay as they are.`,
    );
    expect(mixtureText({ ...ANSWER, mixture: { people: 0, score: 50, parts: [] } })).toBe(
      "The target is reached already.",
    );
    expect(mixtureText({ ...ANSWER, score: null, mixture: null })).toBeNull();
  });

  it("is in the unit of the part", () => {
    expect(gainOf(PART, 2.6)).toBe("+2.6 points");
    expect(gainOf({ ...PART, unit: "months" }, 0.9)).toBe("+0.9 months");
    expect(inUnit(PART, 22.6)).toBe("22.6%");
    expect(inUnit({ unit: "months" }, 12.4)).toBe("12.4 months");
    expect(unitOf(PART, -1)).toBe(PART.one);
    expect(unitOf(PART, 0)).toBe(PART.many);
  });
});

describe("a plan", () => {
  it("is compared with its line on the newest day that has a score", () => {
    expect(standingOf(PLAN)).toBe("Now 52.5: 0.3 above the line.");
    const [first] = PLAN.points;
    expect(standingOf({ ...PLAN, points: first ? [first] : [] })).toBe("Now 50.0: on the line.");
    const below = PLAN.points.map((point) => ({ ...point, score: point.score && point.score - 1 }));
    expect(standingOf({ ...PLAN, points: below })).toBe("Now 51.5: 0.7 below the line.");
    const none = PLAN.points.map((point) => ({ ...point, score: null, planned: null }));
    expect(standingOf({ ...PLAN, points: none })).toBe("There is no score for these members.");
  });

  it("names its groups, also those that are gone", () => {
    const groups: PlanAnswer["groups"] = [{ type: "TIER", ids: [1, 2, 9] }];
    const known: UserGroup[] = [
      { id: 2, name: "Silver", type: "TIER", place: 0 },
      { id: 1, name: "Gold", type: "TIER", place: 1 },
      { id: 9, name: "Auto", type: "LOB", place: 0 },
    ];
    expect(groupsOf({ ...PLAN, groups }, known)).toBe("Only Silver, Gold, TIER 9");
    expect(groupsOf(PLAN, [])).toBeNull();
  });
});

it("marks a scale with few whole numbers", () => {
  expect(wholesOf(59, 62)).toEqual([59, 60, 61, 62]);
  expect(wholesOf(31, 49)).toEqual([35, 40, 45]);
  expect(wholesOf(60, 61)).toEqual([60, 61]);
});
