/** Members who moved from group to group. */
export const flows = {
  from: "From",
  to: "To",
  notRegistered: "Not registered",
  joined: "Joined",
  others: "Other members",
  all: "All members",
  up: "moved up",
  down: "moved down",
  said: (all: string, joined: string, up: string, down: string) =>
    `${all} ${all === "1" ? "member" : "members"}: ${joined} joined, ${up} moved up and ${down} moved down.`,
  saidWithoutOrder: (all: string, joined: string, moved: string) =>
    `${all} ${all === "1" ? "member" : "members"}: ${joined} joined, ${moved} moved.`,
  one: (members: string, from: string, to: string) => `${members} from ${from} to ${to}`,
  ofMany:
    "A member can be in several audiences, so nobody goes from one to another. The table below shows who joined and who left each.",
  othersNote: "Other members were, or are, in none of the chosen groups.",
  nobody: "Nobody moved.",
  ofNow: "Members who are in the chosen groups now, whichever groups they were in before.",
  /** What a group leads to. */
  opens: "Open a group to see whether its members became more or less active, or others moved in.",
} as const;
