import type { PartKey } from "./generated/wire";
import { namesOf } from "./namesOf";

export const PARTS: Readonly<Record<PartKey, string>> = {
  enrolled2Eligible: "Beitrittsquote",
  clientsRetentionRate: "Bindungsquote",
  programActiveRate: "Aktivenquote des Programms",
  returnRate: "Wiederkehrquote",
  redemptionRate: "Einlöseabsicht",
  engagementRate: "Engagement-Quote",
  faActivityLevel: "FA-Aktivitätsgrad",
  csat: "CSAT",
  averageTenure: "Ø Mitgliedsdauer",
};

export const named = namesOf(PARTS);
