import type { PartKey } from "./generated/wire";
import { namesOf } from "./namesOf";

export const PARTS: Readonly<Record<PartKey, string>> = {
  enrolled2Eligible: "Tasa de incorporación",
  clientsRetentionRate: "Tasa de retención",
  programActiveRate: "Tasa de actividad del programa",
  returnRate: "Tasa de retorno",
  redemptionRate: "Intención de canje",
  engagementRate: "Tasa de compromiso",
  faActivityLevel: "Nivel de actividad FA",
  csat: "CSAT",
  averageTenure: "Antigüedad media",
};

export const named = namesOf(PARTS);
