import type * as english from "../en/session";
import type { Translation } from "../language";

export const pages: Translation<typeof english.pages> = {
  loginTitle: "Melden Sie sich an, um zu beginnen",
  loginField: "Benutzername",
  passwordField: "Passwort",
  showPassword: "Passwort zeigen",
  hidePassword: "Passwort verbergen",
  forgottenLink: "Passwort vergessen?",
  forgotten:
    "Passwort vergessen? Bitten Sie Ihre Administration um einen Link, mit dem Sie ein neues wählen.",
  signIn: "Anmelden",
  loginRequired: "Bitte geben Sie den Benutzernamen ein",
  passwordRequired: "Bitte geben Sie das Passwort ein",
  claim: ["Sehen Sie, wie stark", "die Bindung Ihrer Mitglieder", "an Ihr Programm ist."],
  claimDetail:
    "Ein Score, alle Kanäle: Mitglieder, E-Mails, Website, Angebote und Inhalte auf einem Bildschirm.",
  language: "Sprache",
  signInLink: "Anmelden",
  signedOut: "Sie haben das Analyse-Dashboard verlassen. Sie können dieses Fenster schließen.",
  error401: "Für diese Seite müssen Sie angemeldet sein",
  expired: "Ihre Sitzung ist abgelaufen",
  invalidLogin: "E-Mail-Adresse oder Passwort ist falsch.",
  notAvailable: "Zugang nicht verfügbar",
  blocked: "Zugang gesperrt",
  unavailable: "Server nicht erreichbar",
  notFound: "Diese Seite gibt es nicht.",
  ssoRunning: "Sie werden angemeldet",
  firstName: "Vorname",
  required: (field) => `Bitte füllen Sie das Feld „${field}“ aus`,
  passwordRule: "12 bis 128 Zeichen",
  passwordLength: "Ein Passwort hat 12 bis 128 Zeichen",
  or: "oder",
  oidcSignOut: (label) => `Auch von ${label} abmelden`,
  oidcFailures: {
    oidc_unavailable:
      "Der Anmeldedienst antwortet nicht. Versuchen Sie es später erneut, oder melden Sie sich mit Benutzername und Passwort an.",
    oidc_again:
      "Diese Anmeldung ist abgelaufen oder wurde in einem anderen Browser begonnen. Bitte melden Sie sich erneut an.",
    oidc_denied: "Der Anmeldedienst hat Sie nicht angemeldet.",
    oidc_not_accepted:
      "Die Antwort des Anmeldedienstes wurde nicht angenommen. Wenn das wieder geschieht, wenden Sie sich bitte an Ihre Administration.",
    oidc_no_role: "Ihr Konto hat hier keinen Zugang. Bitten Sie Ihre Administration um eine Rolle.",
    oidc_unknown_user: "Ihr Konto ist hier nicht bekannt. Bitten Sie Ihre Administration, es zu verknüpfen.",
    oidc_disabled: "Zugang nicht verfügbar",
  },
};
