import type { Translation } from "../language";
import type * as english from "./copy";

export const pages: Translation<typeof english.pages> = {
  loginTitle: "Melden Sie sich an, um zu beginnen",
  loginField: "Benutzername",
  passwordField: "Passwort",
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
  ssoRunning: "Sie werden angemeldet",
  firstName: "Vorname",
  required: (field) => `Bitte füllen Sie das Feld „${field}“ aus`,
  passwordRule: "12 bis 30 Zeichen",
  passwordLength: "Ein Passwort hat 12 bis 30 Zeichen",
  or: "oder",
  oidcSignOut: (label) => `Auch von ${label} abmelden`,
};
