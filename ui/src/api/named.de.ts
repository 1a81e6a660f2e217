import type { PartKey } from "./generated/wire";
import { namesOf } from "./namesOf";

const PARTS: Readonly<Record<PartKey, string>> = {
  enrolled2Eligible: "Beitrittsquote",
  clientsRetentionRate: "Bindungsquote",
  programActiveRate: "Aktivenquote des Programms",
  returnRate: "Wiederkehrquote",
  redemptionRate: "Einlöseabsicht",
  engagementRate: "Engagement-Quote",
  faActivityLevel: "FA-Aktivitätsgrad",
  csat: "CSAT",
  averageTenure: "Durchschnittliche Mitgliedsdauer",
};

export const named = namesOf(PARTS);
