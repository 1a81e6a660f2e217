import type * as english from "../en/explain";
import type { Translation } from "../language";

export const issued: Translation<typeof english.issued> = {
  title: "Como se emitió y como es hoy",
  lead: (days) =>
    `Cada punto abarca los ${days} días hasta su fecha, con todos los miembros. Los filtros no se aplican.`,
  now: "Hoy",
  issued: "Emitido",
  day: "Día",
  why: "Por qué difieren",
  chart: (label) => `${label}: como se emitió y calculado con los datos de hoy`,
  table: "Días que difieren",
  differ: (differing, days) =>
    `De los ${days} valores emitidos, ${differing === 1 ? "ha" : "han"} cambiado ${differing} desde entonces.`,
  more: (days) =>
    days === 1 ? "También difiere 1 día anterior." : `También difieren ${days} días anteriores.`,
  open: (days) =>
    days === 1
      ? "1 día anterior no está comparado. Elija un período que termine antes para compararlo."
      : `${days} días anteriores no están comparados. Elija un período que termine antes para compararlos.`,
  receiptOf: "Comprobante de",
  failed: "No se pudieron cargar las cifras emitidas",
};

export const explanation: Translation<typeof english.explanation> = {
  titleOf: (label) => `${label}: por qué cambió`,
  alertMe: "Crear una alerta…",
  dividedBy: "Desglosado por",
  within: "Dentro, por",
  causes: "Causas",
  cause: "Causa",
  before: "Antes",
  now: "Ahora",
  share: "Proporción",
  shareHint: "Su proporción del total; en una tasa, del denominador",
  weight: "Peso",
  weightHint: "Los puntos que un componente puede aportar; dentro de él, la proporción de su denominador",
  effect: "Efecto",
  units: { percent: "puntos", months: "meses", seconds: "segundos", money: "", count: "", decimal: "" },
  split: (rate, mix) => `${rate} por sí misma, ${mix} por su proporción`,
  open: (name) => `Desglosar ${name}`,
  close: (name) => `Cerrar ${name}`,
  standsOut: "destaca",
  largest: "mayor",
  hidden: "muy pocos miembros",
  tooFewToDivide: "Muy pocos miembros para desglosarlo más",
  chance: (error) => `El azar por sí solo suele moverla en torno a ${error}.`,
  months: (error) => `${error} meses`,
  lessThan: (amount) => `menos de ${amount}`,
  perDay: (now, before) => `Por día: ${now}, antes ${before}.`,
  failed: "No se pudo cargar la explicación",
  nothing: "No hay nada que explicar",
  total: "Cambio",
  points: (change) => `${change} puntos`,
  periods: (now, before) => `${now}, comparado con ${before}`,
  scored: (days, day) =>
    `La puntuación abarca los ${days} días hasta el ${day}. Del período elegido solo cuenta el final.`,
  scoredSince: (days, day, before) =>
    `La puntuación de los ${days} días hasta el ${day}, comparada con la de los ${days} días hasta el ${before}. Del período elegido solo cuenta el final.`,
  unknown: "Esta cifra no existe",
  unknownDetail: "Bond no tiene ninguna cifra con el nombre de la dirección.",
  newcomers:
    "Los miembros nuevos iniciaron sesión por primera vez dentro del período; los establecidos, antes. Cada período tiene sus propios miembros nuevos.",
  moves:
    "Los miembros que se quedaron estaban en los grupos elegidos el último día de ambos períodos. Otros cambiaron de grupo entre tanto, o son nuevos: iniciaron sesión por primera vez después del período anterior. Dentro de una causa, sus grupos cuentan como los elegidos.",
  movesWithin: "Abra un grupo para ver quién se quedó, quién entró o salió y qué hizo cada parte.",
  movesNeed: "¿Cambiaron los miembros de un grupo o entraron otros? Se ve con los grupos de entonces.",
  countThen: "Contar los grupos de entonces",
  movesScreen: "De dónde a dónde cambiaron los miembros",
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
