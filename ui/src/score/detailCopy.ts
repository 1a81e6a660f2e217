/** The texts of the score in detail. */
export const detailCopy = {
  detailTitle: "BOND Score in detail",
  movedTitle: "What moved it since last month",
  leftTitle: "Most points left",
  left: (points: string) => `${points} points left`,
  nothingLeft: "Every part that counts has met its target.",
  definitionsTitle: "What each part means",
  ratio: (numerator: string, denominator: string) => `Now ${numerator} of ${denominator}.`,
  floorTarget: (floor: string, target: string) => `0 points at ${floor}, all points from ${target}`,
} as const;
