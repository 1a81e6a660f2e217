/** The title of every screen, by its route. */
export const titles = {
  "executive-summary": "Program Monitor",
  "user-dashboard": "Member Dashboard",
  "user-dashboard/registrations-breakdown": "Registrations Breakdown",
  "user-dashboard/program-active-rate-breakdown": "Program Active Rate Breakdown",
  "user-dashboard/engagement-rate-breakdown": "Engagement Rate Breakdown",
  "user-dashboard/average-tenure-breakdown": "Average Tenure Breakdown",
  "user-dashboard/program-retention-rate-breakdown": "Program Retention Rate Breakdown",
  "user-dashboard/dormant-rate-breakdown": "Dormant Rate Breakdown",
  "user-dashboard/logins-breakdown": "Logins Breakdown",
  "user-dashboard/return-rate-breakdown": "Return Rate Frequency Breakdown",
  "emails-dashboard": "Emails Dashboard",
  "emails-dashboard/screens": "Email Screens",
  "emails-dashboard/schedule": "Email Schedule",
  "emails-dashboard/links-breakdown": "Links Breakdown",
  "emails-dashboard/unsubscribed-breakdown": "Unsubscribed Breakdown",
  "emails-dashboard/delivery-status-breakdown": "Delivery Status Breakdown",
  "emails-dashboard/registration-breakdown": "Registration Breakdown",
  "emails-dashboard/performance-breakdown": "Performance Breakdown",
  "website-dashboard": "Website Dashboard",
  "website-dashboard/visitors-breakdown": "Visitors Breakdown",
  "website-dashboard/source-breakdown": "Source Breakdown",
  "website-dashboard/platforms-breakdown": "Platforms Breakdown",
  "website-dashboard/searches-breakdown": "On-site Search Breakdown",
  "offers-dashboard": "Offers Dashboard",
  "offers-dashboard/offers-breakdown": "Partner Offers Breakdown",
  "offers-dashboard/partners-breakdown": "Partner Breakdown",
  "offers-dashboard/total-interactions-breakdown": "Total Interactions Breakdown",
  "offers-dashboard/unique-interactions-breakdown": "Unique Interactions Breakdown",
  "offers-dashboard/member-unique-interactions-breakdown": "Member Unique Interactions Breakdown",
  "content-dashboard": "Content Dashboard",
  "content-dashboard/articles-breakdown": "Articles Breakdown",
  "content-dashboard/shares-breakdown": "Shares And Prints Breakdown",
  "content-dashboard/polls-breakdown": "Polls Breakdown",
  "content-elements": "Content Elements",
  "bond-insights": "BOND Insights",
  recommendations: "Recommendations",
} as const;

/** What the menu calls screens that have another title. */
export const menuLabels = {
  "user-dashboard": "Members Dashboard",
  "emails-dashboard/screens": "Screens",
  "emails-dashboard/schedule": "Schedule",
  "bond-insights": "Insights",
} as const;

/** The titles of the administration's pages. */
export const administrationTitles = {
  users: "Users",
  roles: "Roles",
  data: "Data",
  backups: "Backups",
  audit: "Audit",
  settings: "Settings",
  "score-method": "Score method",
  system: "System",
} as const;

/** The titles of other pages. */
export const otherTitles = {
  administration: "Administration",
  account: "Your account",
  links: "Links",
  reports: "Reports and alerts",
  explanation: "Why it moved",
} as const;
