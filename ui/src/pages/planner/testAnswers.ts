import type { PlannedPart, PlannerAnswer } from "../../generated/wire";

/** A part that needs something. */
export const PART: PlannedPart = {
  key: "programActiveRate",
  label: "Program Active Rate",
  unit: "percent",
  state: "ok",
  value: 20,
  target: 40,
  pointsEarned: 7.5,
  pointsPossible: 15,
  one: "member with a second qualifying session",
  many: "members with a second qualifying session",
  byPeople: true,
  beside: null,
  counted: 200,
  least: -200,
  most: 800,
  toTarget: 200,
  scoreAtTarget: 57.5,
  needed: { more: 26, value: 22.6, by: 2.6, score: 51 },
  isCheapest: false,
};

/** An answer with two parts. */
export const ANSWER: PlannerAnswer = {
  method: "bond-1",
  asOf: "2026-03-14",
  windowDays: 90,
  score: 50,
  missing: null,
  parts: [PART, { ...PART, key: "csat", label: "CSAT", one: "answer of 4 or 5", many: "answers of 4 or 5" }],
  mixture: {
    people: 27,
    score: 51,
    parts: [
      { key: "programActiveRate", more: 26, value: 22.6 },
      { key: "csat", more: 1, value: 65.3 },
    ],
  },
  whatIf: null,
};
