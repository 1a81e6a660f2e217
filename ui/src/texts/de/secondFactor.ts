import type * as english from "../en/secondFactor";
import type { Translation } from "../language";

export const secondFactor: Translation<typeof english.secondFactor> = {
  codeTitle: "Code eingeben",
  codeDetail:
    "Öffnen Sie Ihre Authenticator-App. Ohne Ihr Gerät verwenden Sie einen Ihrer Wiederherstellungscodes.",
  code: "Code",
  codeHint: "Sechs Ziffern aus Ihrer Authenticator-App oder ein Wiederherstellungscode",
  codeRequired: "Das Feld Code ist erforderlich",
  wrongCode: "Der Code ist falsch oder wurde schon verwendet.",
  beginAgain: "Das hat zu lange gedauert. Bitte melden Sie sich erneut an.",
  otherUser: "Von vorn beginnen",
  setUpTitle: "Zweiten Faktor einrichten",
  setUpRequired: "Ihr Konto braucht einen zweiten Faktor: einen Code von Ihrem Telefon neben dem Passwort.",
  setUpDetail: "Scannen Sie dies mit einer Authenticator-App und geben Sie dann den Code ein, den sie zeigt.",
  qr: "QR-Code für eine Authenticator-App",
  secret: "Oder geben Sie diesen Schlüssel in die App ein",
  setUpCode: "Code aus der App",
  confirm: "Bestätigen",
  codesTitle: "Ihre Wiederherstellungscodes",
  codesDetail:
    "Jeder gilt einmal, wenn Sie Ihr Gerät nicht haben. Bewahren Sie sie so auf, dass niemand sonst sie sieht: Sie werden nur jetzt gezeigt.",
  codes: "Wiederherstellungscodes",
  save: "Als Datei speichern",
  go: "Ich habe sie aufbewahrt",

  title: "Zweiter Faktor",
  detail: "Ein Code von Ihrem Telefon neben dem Passwort, damit das Passwort allein niemanden einlässt.",
  off: "Nicht eingerichtet.",
  on: (since) => `Eingerichtet am ${since}.`,
  left: (count) =>
    count === 0
      ? "Kein Wiederherstellungscode ist übrig: Erstellen Sie neue."
      : `${count} ${count === 1 ? "Wiederherstellungscode" : "Wiederherstellungscodes"} übrig.`,
  required: "Ihr Konto muss einen haben.",
  setUp: "Einrichten",
  another: "Anderes Gerät verwenden",
  newCodes: "Neue Wiederherstellungscodes",
  newCodesDetail: "Die bisherigen gelten dann nicht mehr.",
  remove: "Entfernen",
  removeTitle: "Zweiten Faktor entfernen?",
  removeDetail: "Das Passwort allein lässt Sie wieder ein. Ihre anderen Sitzungen enden.",
  next: "Weiter",
  removed: "Der zweite Faktor ist entfernt.",
  isOn: "Der zweite Faktor ist eingerichtet. Ihre anderen Sitzungen sind beendet.",

  forgottenTitle: "Passwort vergessen?",
  forgottenDetail:
    "Sie erhalten eine E-Mail mit einem Link, um ein anderes zu wählen, wenn Ihr Benutzername eine E-Mail-Adresse ist.",
  send: "Link senden",
  sent: "Wenn es ein solches Konto gibt, ist eine E-Mail unterwegs. Der Link gilt eine Stunde.",
  tooOften: "Es wurden zu viele Links angefordert. Bitte versuchen Sie es später erneut.",
  back: "Zurück zur Anmeldung",
};
