/** The texts of the page that makes the first administrator. */
export const setUpCopy = {
  setUpDetail:
    "Nobody can sign in yet. Make the first administrator with the set-up token that the server printed when it started. The token is valid for 30 minutes; a restart prints another.",
  setUpToken: "Set-up token",
  setUp: "Make the administrator",
  setUpOver: "The first administrator has been made. Sign in, or ask an administrator to add you.",
} as const;
