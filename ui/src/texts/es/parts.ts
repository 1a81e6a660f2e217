import type { Counted, PartNames } from "../en/parts";

export const parts: PartNames = {
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

export const counted: Counted = {
  enrolled2Eligible: {
    one: "miembro elegible que se registra",
    many: "miembros elegibles que se registran",
    beside:
      "Quien se registra también cuenta en el denominador de las tasas de actividad, retorno y compromiso y de la antigüedad media, y al principio las baja.",
  },
  clientsRetentionRate: {
    one: "miembro anterior que vuelve a iniciar sesión",
    many: "miembros anteriores que vuelven a iniciar sesión",
    beside: "Quien vuelve también eleva la tasa de retorno y la antigüedad media.",
  },
  programActiveRate: {
    one: "miembro con una segunda sesión válida",
    many: "miembros con una segunda sesión válida",
  },
  returnRate: {
    one: "miembro que vuelve tras el primer inicio de sesión",
    many: "miembros que vuelven tras el primer inicio de sesión",
  },
  redemptionRate: {
    one: "par de miembro y oferta con un clic de canje",
    many: "pares de miembro y oferta con un clic de canje",
  },
  engagementRate: {
    one: "miembro con una tercera sesión válida",
    many: "miembros con una tercera sesión válida",
  },
  faActivityLevel: {
    one: "punto de actividad en un mes",
    many: "puntos de actividad, sumados por los meses",
  },
  csat: {
    one: "respuesta de 4 o 5",
    many: "respuestas de 4 o 5",
  },
  averageTenure: {
    one: "día del primer al último inicio de sesión",
    many: "días del primer al último inicio de sesión, sumados por los miembros",
  },
};
