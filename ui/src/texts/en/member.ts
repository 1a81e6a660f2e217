/** The texts of what is held about a member. */
export const member = {
  title: "Request of a member",
  detail:
    "All that is held about one member: what an erasure would remove. You get a file for whoever asked. The audit log has each look.",
  open: "Show what is held",
  id: "Member id",
  idHint: "As the feed has it, before a mapping hashes it.",
  save: "Save as zip",
  saved: (id: string) => `What is held about ${id} is saved.`,
} as const;
