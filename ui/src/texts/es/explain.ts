import type * as english from "../en/explain";
import type { Translation } from "../language";

export const issued: Translation<typeof english.issued> = {
  title: "Emitido y ahora",
  lead: (days) =>
    `Cada punto es de los ${days} días hasta su día y de todos los miembros; los grupos y elementos elegidos no influyen.`,
  now: "Ahora",
  issued: "Emitido",
  day: "Día",
  why: "Por qué difieren",
  chart: (label) => `${label} como se emitió y calculado con los datos de ahora`,
  table: "Días que difieren",
  same: (days) =>
    days === 1
      ? "El día emitido da lo mismo calculado con los datos de ahora."
      : `Los ${days} días emitidos dan lo mismo calculados con los datos de ahora.`,
  differ: (differing, days) => `Ahora difieren ${differing} de ${days} días emitidos.`,
  more: (days) =>
    days === 1 ? "También difiere 1 día anterior." : `También difieren ${days} días anteriores.`,
  open: (days) =>
    days === 1
      ? "1 día anterior no está comparado. Elija un período que termine antes para compararlo."
      : `${days} días anteriores no están comparados. Elija un período que termine antes para compararlos.`,
  none: "No se emitió nada para estos días",
  noneYet: "Las cifras se emiten cuando la carga de un día lo cierra; desde entonces no ha habido ninguna.",
  first: (day) => `Las cifras se emiten cuando la carga de un día lo cierra; el primero es el ${day}.`,
  receiptOf: "Comprobante de",
  failed: "No se pudieron cargar las cifras emitidas",
};

export const explanation: Translation<typeof english.explanation> = {
  titleOf: (label) => `Por qué cambió ${label}`,
  alertMe: "Avisarme…",
  dividedBy: "Dividido por",
  within: "Dentro, por",
  causes: "Causas",
  cause: "Causa",
  before: "Antes",
  now: "Ahora",
  share: "Parte",
  shareHint: "Su parte del total; en una tasa, del denominador",
  weight: "Peso",
  weightHint: "Los puntos que un componente puede aportar; dentro de él, la parte de su denominador",
  effect: "Efecto",
  units: { percent: "puntos", months: "meses", seconds: "segundos", money: "", count: "", decimal: "" },
  split: (rate, mix) => `${rate} por sí misma, ${mix} por su parte`,
  open: (name) => `Dividir más ${name}`,
  close: (name) => `Cerrar ${name}`,
  standsOut: "destaca",
  largest: "mayor",
  hidden: "muy pocos miembros",
  tooFewToDivide: "Muy pocos miembros para dividirlo más",
  chance: (error) => `Un error estándar del cambio es ${error}.`,
  months: (error) => `${error} meses`,
  lessThan: (amount) => `menos de ${amount}`,
  perDay: (now, before) => `Por día: ${now}, antes ${before}.`,
  failed: "No se pudo cargar la explicación",
  nothing: "No hay nada que explicar",
  total: "Cambio",
  points: (change) => `${change} puntos`,
  periods: (now, before) => `${now}, comparado con ${before}`,
  scored: (days, day) =>
    `La puntuación de los ${days} días hasta el ${day}. Del período solo cuenta el final.`,
  scoredSince: (days, day, before) =>
    `La puntuación de los ${days} días hasta el ${day}, comparada con la de los ${days} días hasta el ${before}. Del período solo cuenta el final.`,
  unknown: "Esta cifra no existe",
  unknownDetail: "La dirección indica una cifra que Bond no tiene.",
  newcomers:
    "Los miembros nuevos iniciaron sesión por primera vez dentro del período; los establecidos, antes. Cada uno de los períodos comparados tiene sus propios miembros nuevos.",
  moves:
    "Los miembros que se quedaron estaban en los grupos elegidos el último día de ambos períodos. Otros cambiaron entre tanto, o son nuevos: iniciaron sesión por primera vez después del período anterior. Dentro de una causa, los grupos elegidos son los suyos.",
  table: (by) => `Causas por ${by.toLowerCase()}`,
  divisions: {
    TIER: "Nivel",
    LOB: "Línea de negocio",
    AUDIENCE: "Audiencia",
    MOVES: "Cambios de grupo",
    NEWCOMERS: "Nuevos o establecidos",
    TIME: "Tiempo",
    REGISTRATION_CHANNEL: "Canal",
    OFFER_PARTNER: "Colaborador",
    OFFER_CATEGORY: "Categoría de ofertas",
    OFFER: "Oferta",
    CAMPAIGN: "Campaña",
    LINK: "Enlace",
    ARTICLE_CATEGORY: "Categoría de artículos",
    ARTICLE: "Artículo",
    PAGE: "Página",
    POLL: "Encuesta",
    TRAFFIC_SOURCE: "Fuente de tráfico",
    DEVICE_CATEGORY: "Dispositivo",
    BROWSER: "Navegador",
    OPERATING_SYSTEM: "Sistema operativo",
    SCREEN_RESOLUTION: "Resolución de pantalla",
    QUERY: "Término de búsqueda",
  },
};
