import type * as english from "../en/titles";
import type { Translation } from "../language";

export const titles: Translation<typeof english.titles> = {
  "executive-summary": "Programm-Monitor",
  "user-dashboard": "Mitglieder-Dashboard",
  "user-dashboard/registrations-breakdown": "Registrierungen im Detail",
  "user-dashboard/program-active-rate-breakdown": "Aktivenquote im Detail",
  "user-dashboard/engagement-rate-breakdown": "Engagement-Quote im Detail",
  "user-dashboard/average-tenure-breakdown": "Mitgliedsdauer im Detail",
  "user-dashboard/program-retention-rate-breakdown": "Bindungsquote im Detail",
  "user-dashboard/dormant-rate-breakdown": "Ruhequote im Detail",
  "user-dashboard/logins-breakdown": "Anmeldungen im Detail",
  "user-dashboard/return-rate-breakdown": "Wiederkehrhäufigkeit im Detail",
  "emails-dashboard": "E-Mail-Dashboard",
  "emails-dashboard/screens": "E-Mail-Vorschau",
  "emails-dashboard/schedule": "E-Mail-Zeitplan",
  "emails-dashboard/links-breakdown": "Links im Detail",
  "emails-dashboard/unsubscribed-breakdown": "Abmeldungen im Detail",
  "emails-dashboard/delivery-status-breakdown": "Zustellstatus im Detail",
  "emails-dashboard/registration-breakdown": "Registrierung im Detail",
  "emails-dashboard/performance-breakdown": "Leistung im Detail",
  "website-dashboard": "Website-Dashboard",
  "website-dashboard/visitors-breakdown": "Besucher im Detail",
  "website-dashboard/source-breakdown": "Herkunft im Detail",
  "website-dashboard/platforms-breakdown": "Plattformen im Detail",
  "website-dashboard/searches-breakdown": "Suche auf der Website im Detail",
  "offers-dashboard": "Angebote-Dashboard",
  "offers-dashboard/offers-breakdown": "Partnerangebote im Detail",
  "offers-dashboard/partners-breakdown": "Partner im Detail",
  "offers-dashboard/total-interactions-breakdown": "Interaktionen gesamt im Detail",
  "offers-dashboard/unique-interactions-breakdown": "Eindeutige Interaktionen im Detail",
  "offers-dashboard/member-unique-interactions-breakdown": "Interaktionen je Mitglied im Detail",
  "content-dashboard": "Inhalte-Dashboard",
  "content-dashboard/articles-breakdown": "Artikel im Detail",
  "content-dashboard/shares-breakdown": "Geteilt und gedruckt im Detail",
  "content-dashboard/polls-breakdown": "Umfragen im Detail",
  "content-elements": "Inhaltselemente",
  "bond-insights": "BOND Insights",
  recommendations: "Empfehlungen",
};

export const menuLabels: Translation<typeof english.menuLabels> = {
  "user-dashboard": "Mitglieder-Dashboard",
  "emails-dashboard/screens": "Vorschau",
  "emails-dashboard/schedule": "Zeitplan",
  "bond-insights": "Insights",
};

export const administrationTitles: Translation<typeof english.administrationTitles> = {
  users: "Benutzer",
  roles: "Rollen",
  data: "Daten",
  backups: "Sicherungen",
  audit: "Prüfprotokoll",
  settings: "Einstellungen",
  "score-method": "Score-Methode",
  system: "System",
};

export const otherTitles: Translation<typeof english.otherTitles> = {
  administration: "Administration",
  account: "Ihr Konto",
  links: "Links",
  reports: "Berichte und Alarme",
  explanation: "Warum sich der Wert verändert hat",
};
