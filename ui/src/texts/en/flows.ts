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
    `${all} members: ${joined} joined, ${up} moved up and ${down} moved down.`,
  saidWithoutOrder: (all: string, joined: string, moved: string) =>
    `${all} members: ${joined} joined, ${moved} moved.`,
  one: (members: string, from: string, to: string) => `${members} from ${from} to ${to}`,
  ofMany:
    "A member may be in several audiences, so nobody goes from one to another: the table below says who came to each and went from it.",
  othersNote: "Other members were, or are, in none of the chosen groups.",
  nobody: "Nobody moved.",
  ofNow: "Members who are in the chosen groups now, in whichever groups they were.",
} as const;
