import type { Counted, PartNames } from "../en/parts";

export const parts: PartNames = {
  enrolled2Eligible: "Beitrittsquote",
  clientsRetentionRate: "Bindungsquote",
  programActiveRate: "Aktivenquote",
  returnRate: "Wiederkehrquote",
  redemptionRate: "Einlöseabsicht",
  engagementRate: "Engagement-Quote",
  faActivityLevel: "FA-Aktivitätsgrad",
  csat: "CSAT",
  averageTenure: "Ø Mitgliedsdauer",
};

export const counted: Counted = {
  enrolled2Eligible: {
    one: "berechtigtes Mitglied, das sich registriert",
    many: "berechtigte Mitglieder, die sich registrieren",
    beside:
      "Wer sich registriert, zählt auch im Nenner von Aktivenquote, Wiederkehrquote, Engagement-Quote und Mitgliedsdauer und senkt sie zunächst.",
  },
  clientsRetentionRate: {
    one: "früheres Mitglied, das sich wieder einloggt",
    many: "frühere Mitglieder, die sich wieder einloggen",
    beside: "Wer wiederkommt, hebt auch die Wiederkehrquote und die Mitgliedsdauer.",
  },
  programActiveRate: {
    one: "Mitglied mit einer zweiten gültigen Sitzung",
    many: "Mitglieder mit einer zweiten gültigen Sitzung",
  },
  returnRate: {
    one: "Mitglied, das nach dem ersten Login wiederkommt",
    many: "Mitglieder, die nach dem ersten Login wiederkommen",
  },
  redemptionRate: {
    one: "Paar aus Mitglied und Angebot mit einem Einlöseklick",
    many: "Paare aus Mitglied und Angebot mit einem Einlöseklick",
  },
  engagementRate: {
    one: "Mitglied mit einer dritten gültigen Sitzung",
    many: "Mitglieder mit einer dritten gültigen Sitzung",
  },
  faActivityLevel: {
    one: "Aktivitätspunkt in einem Monat",
    many: "Aktivitätspunkte, über die Monate addiert",
  },
  csat: {
    one: "Antwort mit 4 oder 5",
    many: "Antworten mit 4 oder 5",
  },
  averageTenure: {
    one: "Tag vom ersten bis zum letzten Login",
    many: "Tage vom ersten bis zum letzten Login, über die Mitglieder addiert",
  },
};
