/** The texts of the page on which a user chooses a password. */
export const choosePasswordCopy = {
  choosePasswordFor: (firstName: string, login: string) =>
    `Hello ${firstName}. You will sign in as ${login}.`,
  repeatPassword: "Repeat the password",
  passwordsDiffer: "The two passwords differ",
  setPassword: "Set the password",
  passwordSet: "Your password is set. Sign in with it.",
  linkRefused: "This link is not valid or has expired. Ask an administrator for another.",
} as const;
