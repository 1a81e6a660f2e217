import type * as english from "../en/asked";
import type { Translation } from "../language";

export const asked: Translation<typeof english.asked> = {
  sending: {
    what: "Bond kann noch keine Berichte senden, und Alarme zeigt nur die Glocke. Richten Sie eines davon ein:",
    ways: ["Per E-Mail:", "In einen Ordner des Servers:", "An einen Webhook:"],
  },
  links: {
    what: "Links ohne Konto sind ausgeschaltet. Eine Einstellung schaltet sie ein:",
    ways: ["Links erlauben:"],
  },
  addresses: {
    what: "Adressen für Tabellenprogramme sind API-Tokens, und die sind abgeschaltet. Eine Einstellung des Servers erlaubt sie:",
    ways: ["Tage von API-Tokens:"],
  },
  where: {
    sending:
      "E-Mail können Sie in den Einstellungen einrichten. Ordner und Webhooks sind Servereinstellungen.",
    links: "Sie können sie in den Einstellungen einschalten. Dabei wird Ihr Passwort verlangt.",
    addresses: "Das ist eine Einstellung des Servers: Ändern Sie sie in bond.toml und starten Sie Bond neu.",
  },
  title: "Noch nicht eingerichtet",
  askAdministrator: "Bitten Sie Ihre Administration, es einzurichten.",
  toSettings: "Einstellungen öffnen",
  toManual: "So wird es eingerichtet",
  toReports: "Berichte und Alarme öffnen",
  toLinks: "Links öffnen",
};
