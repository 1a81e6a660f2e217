/** The texts of the groupings. */
export const groupingTexts = {
  TIER: {
    label: "Tier",
    title: "Tiers",
    empty: "No tiers found",
    noneTicked: "No tiers",
    singular: "tier",
    note: "Tiers are those of the last load: a member who changes tier takes earlier figures along.",
  },
  LOB: {
    label: "LOB",
    title: "Lines of business (LOB)",
    empty: "No lines of business found",
    noneTicked: "No lines of business",
    singular: "line of business",
  },
  AUDIENCE: {
    label: "Audience",
    title: "Audiences",
    empty: "No audiences found",
    noneTicked: "No audiences",
    singular: "audience",
    overlapNote: "A member can be in several audiences, so these may add up to more than the total.",
  },
} as const;
