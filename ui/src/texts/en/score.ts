/** The texts of the score in detail. */
export const detailCopy = {
  detailTitle: "BOND Score in detail",
  movedTitle: "What moved it since last month",
  leftTitle: "Most points left",
  left: (points: string) => `${points} points left`,
  nothingLeft: "Every part that counts has met its target.",
  pillars: { Reach: "Reach", Habit: "Habit", Value: "Value", Loyalty: "Loyalty", Voice: "Voice" },
  definitionsTitle: "What each part means",
  ratio: (numerator: string, denominator: string) => `Now ${numerator} of ${denominator}.`,
  floorTarget: (floor: string, target: string) => `0 points at ${floor}, all points from ${target}`,
} as const;

/** The parts of the sentence about the score's move; points are already formatted. */
type ScoreMove = {
  mom: number;
  points: string;
  now: string;
  gave: { label: string; points: string } | null;
  took: { label: string; points: string } | null;
};

/** The texts of what moved the score. */
export const moveCopy = {
  from: "Last month",
  to: "Now",
  fromTo: (before: string, now: string) => `${before} to ${now}`,
  coverage: "Parts added or dropped",
  others: "Other parts",
  sentence: ({ mom, points, now, gave, took }: ScoreMove) => {
    const whole =
      mom === 0
        ? `The score is unchanged at ${now}`
        : `The score ${mom > 0 ? "rose" : "fell"} ${points} points to ${now}`;
    const causes: string[] = [];
    if (gave) causes.push(`${gave.label} added most (+${gave.points})`);
    if (took) causes.push(`${took.label} cost most (−${took.points})`);
    // What the score did comes first.
    if (mom < 0) causes.reverse();
    return causes.length > 0 ? `${whole}: ${causes.join(", ")}.` : `${whole}.`;
  },
  noMove: "There is no score for last month, so there is nothing to compare with.",
  withinChance: "A change this small is normal variation.",
} as const;
