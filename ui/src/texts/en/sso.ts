/** The texts of the question before a link signs in. */
export const ssoCopy = {
  ssoIncomplete: "This sign-in link is incomplete.",
  ssoConfirm: (firstName: string) => `Continue as ${firstName}?`,
  ssoConfirmText: (login: string) =>
    `This link signs you in as ${login}. If that is not you, somebody else sent it: cancel.`,
  ssoContinue: "Continue",
  ssoCancel: "Cancel",
  ssoCancelled: "You have not been signed in.",
} as const;
