/** The texts of the page that makes the first administrator. */
export const setUpCopy = {
  setUpDetail:
    "Nobody can sign in yet. Create the first administrator account with the set-up token that the server printed when it started. The token is valid for 30 minutes; a restart prints another.",
  setUpToken: "Set-up token",
  setUp: "Create administrator account",
  setUpOver: "The first administrator account exists already. Sign in, or ask an administrator to add you.",
} as const;
