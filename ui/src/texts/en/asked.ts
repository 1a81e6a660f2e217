/** The forms that open above a screen, and what they say where something is not set up. */
export const asked = {
  sending: {
    what: "Bond cannot send reports yet, and shows alerts only under the bell. Set up any one of these:",
    ways: ["By email:", "To a folder of the server:", "To a webhook:"],
  },
  links: {
    what: "Links that need no account are off. One setting turns them on:",
    ways: ["Allow links:"],
  },
  addresses: {
    what: "Addresses for spreadsheets are API tokens, and these are off. One server setting turns them on:",
    ways: ["Days of API tokens:"],
  },
  where: {
    sending: "You can set up mail in the settings. Folders and webhooks are server settings.",
    links: "You can turn it on in the settings. Your password is asked for.",
    addresses: "It is a server setting: change it in bond.toml and restart Bond.",
  },
  title: "Not set up yet",
  askAdministrator: "Ask an administrator of Bond to set it up.",
  toSettings: "Open the settings",
  toManual: "How to set it up",
  toReports: "Open Reports and alerts",
  toLinks: "Open Links",
} as const;
