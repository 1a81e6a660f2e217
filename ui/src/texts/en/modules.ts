/** The name of each module, and what it opens. */
export const moduleTexts = {
  ADMIN: {
    title: "Administration",
    detail: "Users, roles, backups, audit, settings. Includes Data.",
  },
  DATA: { title: "Data", detail: "Loads, mappings, what is loaded, the erasure of members." },
  MONITOR: { title: "Program Monitor", detail: "The indicators, the trends and the BOND Score." },
  MEMBERS: { title: "Members Dashboard" },
  EMAILS: { title: "Emails Dashboard", detail: "With its screens and schedule." },
  WEBSITE: { title: "Website Dashboard" },
  OFFERS: { title: "Offers Dashboard" },
  CONTENT: { title: "Content Dashboard" },
  INSIGHTS: { title: "Insights", detail: "What changed, what is unusual, cohorts, what ends soon." },
  RECOMMENDATIONS: {
    title: "Recommendations",
    detail: "What a score would take, and who is close. With the right to change: plans for others, too.",
  },
  EXPORT: { title: "Export", detail: "Files of what is on the screen." },
  PEOPLE: { title: "People", detail: "Lists of member ids." },
} as const;
