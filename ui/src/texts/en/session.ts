/** The texts of the pages without a session. They load later than those of `src/copy.ts`. */
export const pages = {
  loginTitle: "To get started, please sign in",
  loginField: "Login",
  passwordField: "Password",
  showPassword: "Show password",
  hidePassword: "Hide password",
  forgotten:
    "Forgotten your password? Ask an administrator of Bond: they can create a link by which you choose a new one.",
  signIn: "Sign In",
  loginRequired: "Login field is required",
  passwordRequired: "Password field is required",
  claim: ["See how strong the bond", "is between your members", "and your program."],
  claimDetail: "One score, every channel: members, emails, website, offers and content on one screen.",
  language: "Language",
  signInLink: "Sign in",
  signedOut: "You have left the analytics dashboard. You can close this window.",
  error401: "Authentication is required to access this resource",
  expired: "Your session has expired",
  invalidLogin: "Invalid email or password.",
  notAvailable: "Access not available",
  blocked: "Access blocked",
  unavailable: "Server unavailable",
  notFound: "There is no such page.",
  ssoRunning: "Signing you in",
  firstName: "First name",
  required: (field: string) => `${field} field is required`,
  passwordRule: "12 to 30 characters",
  passwordLength: "A password has 12 to 30 characters",
  or: "or",
  oidcSignOut: (label: string) => `Sign out of ${label}, too`,
  /** Why the sign-in by a provider failed, by the server's word for it. */
  oidcFailures: {
    oidc_unavailable:
      "The sign-in provider does not answer. Try again later, or sign in with a login and a password.",
    oidc_again: "This sign-in has expired, or was begun in another browser. Please begin again.",
    oidc_denied: "The sign-in provider did not sign you in.",
    oidc_not_accepted:
      "The answer of the sign-in provider was not accepted. If that happens again, please contact your administrator.",
    oidc_no_role: "Your account has no access here. Please ask your administrator for a role.",
    oidc_unknown_user: "Your account is not known here. Please ask your administrator to link it.",
    oidc_disabled: "Access not available",
  },
} as const;
