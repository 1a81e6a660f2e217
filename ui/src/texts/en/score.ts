import type { PartKey } from "../../generated/wire";

/** The texts about the parts of the score, below why it moved. */
export const scoreCopy = {
  leftTitle: "Most points to gain",
  left: (points: string) => `${points} points to gain`,
  nothingLeft: "Every part that counts has met its target.",
  pillars: { Reach: "Reach", Habit: "Habit", Value: "Value", Loyalty: "Loyalty", Voice: "Voice" },
  definitionsTitle: "What each part means",
  /** Those of the server are English. */
  definitions: {} as Partial<Record<PartKey, string>>,
  ratio: (numerator: string, denominator: string) => `Now ${numerator} of ${denominator}.`,
  floorTarget: (floor: string, target: string) => `0 points at ${floor}, all points from ${target}`,
} as const;
