/** The texts of the groupings. */
export const groupingTexts = {
  TIER: {
    label: "Tier",
    title: "Tiers",
    empty: "No tiers found",
    noneTicked: "No tiers",
    singular: "tier",
    counting: {
      NOW: "Tiers are those of the last load: a member who changes tier takes earlier figures along.",
      WINDOW:
        "Tiers are those of each period's last day: the earlier figures of a member who changes tier stay where they were.",
    },
  },
  LOB: {
    label: "LOB",
    title: "Lines of business (LOB)",
    empty: "No lines of business found",
    noneTicked: "No lines of business",
    singular: "line of business",
    counting: {
      NOW: "Lines of business are those of the last load.",
      WINDOW: "Lines of business are those of each period's last day.",
    },
  },
  AUDIENCE: {
    label: "Audience",
    title: "Audiences",
    empty: "No audiences found",
    noneTicked: "No audiences",
    singular: "audience",
    counting: {
      NOW: "Audiences are those of the last load.",
      WINDOW: "Audiences are those of each period's last day.",
    },
    overlapNote: "A member can be in several audiences, so these may add up to more than the total.",
  },
} as const;
