import type * as english from "../en/page";
import type { Translation } from "../language";

export const shell: Translation<typeof english.shell> = {
  product: "BOND",
  productKind: "Analytics",
  titleSuffix: "BOND Analytics",
  skipLink: "Ir al contenido",
  mainMenu: "Menú principal",
  openMenu: "Abrir el menú",
  closeMenu: "Cerrar el menú",
  close: "Cerrar",
  loading: "Cargando…",
  pro: "Pro",
  account: (firstName) => `Cuenta de ${firstName}`,
  signOut: "Cerrar sesión",
  help: "Ayuda",
  manual: "Cómo usar Bond",
  search: "Buscar",
  shortcuts: "Atajos de teclado",
  pressKeys: (keys) => `Pulse ${keys.replace(" ", " y luego ")}`,
  autoApply: "Aplicar los filtros automáticamente",
  autoApplyHint: "5 segundos después de un cambio",
  toDark: "Usar el tema oscuro",
  toLight: "Usar el tema claro",
  dataThrough: (day) => `Datos hasta el ${day}`,
  late: (names) => `Con retraso: ${names}.`,
  old: (days) => `Nada más nuevo desde hace ${days} días.`,
  noDays: "Datos sin días cargados",
  noData: "Aún no hay datos cargados",
  bring: "Traer sus datos",
  demo: "Demo",
  dismiss: "Cerrar la notificación",
  notifications: "Notificaciones",
};

export const lateTables: Translation<typeof english.lateTables> = {
  memberships: "grupos anteriores de los miembros",
  logins: "inicios de sesión",
  offer_interactions: "interacciones con ofertas",
  partner_transactions: "transacciones con colaboradores",
  email_messages: "mensajes de correo",
  email_link_clicks: "clics en enlaces de correos",
  web_sessions: "sesiones en el sitio web",
  site_searches: "búsquedas en el sitio web",
  article_views: "visualizaciones de artículos",
  content_actions: "acciones con contenidos",
  poll_answers: "respuestas a encuestas",
  csat_responses: "respuestas de CSAT",
  fa_activity: "actividad FA",
};

export const forbidden: Translation<typeof english.forbidden> = {
  title: "No disponible para usted",
  detail: "Sus roles no abren esta pantalla. Un administrador puede cambiarlo.",
};

export const unused: Translation<typeof english.unused> = {
  title: "No forma parte de este programa",
  detail: (dashboard) =>
    `Este programa no usa el ${dashboard}. Un administrador puede cambiarlo en la configuración.`,
};

export const score: Translation<typeof english.score> = {
  name: "BOND Score",
  outOf: "de 100",
  see: "Ver el desglose",
  closePanel: "Cerrar el desglose",
  mom: "vs. mes anterior",
  forGroups: (ticked, listed) => `de ${ticked} de ${listed} grupos`,
  forOnly: (name) => `de ${name}`,
  lastMonth: (value) => `${value} el mes pasado`,
  asOf: (day) => `al ${day}`,
  panelTitle: "Desglose de la puntuación",
  makesUp: (value) => `De qué se componen ${value} de 100`,
  noScore: "Aún no hay puntuación",
  notEnoughData: "Datos insuficientes",
  lastDays: (days, day) => `Últimos ${days} días hasta el ${day}`,
  thisPeriod: (value) => `período: ${value}`,
  ofPoints: (earned, possible) => `${earned} de ${possible} puntos`,
  target: (value) => `Objetivo ${value}`,
  towardsTarget: (label) => `${label}, hacia su objetivo`,
  notApplicable: "No forma parte de la puntuación: sus datos nunca se han cargado.",
  insufficient: "No forma parte de la puntuación: hay muy pocos datos en estos 90 días.",
  leftOut: "No forma parte de la puntuación: el método no le da peso.",
  hidden: "No forma parte de la puntuación: hay muy pocos miembros detrás para mostrarla.",
  noLastMonth: "No hay puntuación del mes pasado",
  unchanged: "Sin cambios desde el mes pasado",
  failed: "No se pudo cargar la puntuación",
  openWhy: "Por qué cambió y puntos pendientes",
  method: (name) => `Método ${name}`,
  coverageShare: (share) => `cuenta el ${share} del peso`,
  spoken: {
    none: "BOND Score: aún no hay puntuación",
    asOf: (day) => `Al ${day}`,
    value: (value) => `BOND Score ${value} de 100`,
    move: (points, up, before) => `${points} puntos ${up ? "más" : "menos"} que el mes pasado (${before})`,
    withinChance: "Está dentro de lo que ocurre por azar",
  },
};

export const session: Translation<typeof english.session> = {
  loginPage: "Iniciar sesión",
  signedOutTitle: "Sesión cerrada",
  expiredTitle: "Sesión caducada",
  reconnecting: "Reconectando…",
  ssoTitle: "Inicio de sesión único",
  setUpTitle: "Bienvenido a Bond",
  choosePasswordTitle: "Elija una contraseña",
};

export const errors: Translation<typeof english.errors> = {
  again: "Reintentar",
  failed:
    "La operación falló. Inténtelo de nuevo y, si el error se repite, póngase en contacto con su administrador.",
  notFoundTitle: "Página no encontrada",
  crashTitle: "No se pudo mostrar esta página",
};

export const filters: Translation<typeof english.filters> = {
  bar: "Filtros",
  period: "Período",
  failed: "No se pudieron cargar los filtros",
  groupsFilter: "Grupos",
  groupsAsOf: { NOW: "como son ahora", WINDOW: "como eran entonces" },
  periods: {
    SELECTED_DATE: "Personalizado",
    LAST_7DAYS: "Últimos 7 días",
    LAST_30DAYS: "Últimos 30 días",
    LAST_90DAYS: "Últimos 90 días",
    LAST_12MONTHS: "Últimos 12 meses",
    PREVIOUS_YEAR: "Año anterior",
    THIS_YEAR: "Este año",
    LAST_FULL_WEEK: "Última semana completa",
    LAST_FULL_MONTH: "Último mes completo",
    LAST_FULL_QUARTER: "Último trimestre completo",
  },
  lists: {
    campaigns: "Campañas",
    campaignsTypes: "Tipos de campaña",
    offers: "Ofertas",
    offersCategories: "Categorías de ofertas",
  },
  emptyLists: {
    campaigns: "No se encontraron campañas",
    campaignsTypes: "No se encontraron tipos de campaña",
    offers: "No se encontraron ofertas",
    offersCategories: "No se encontraron categorías de ofertas",
  },
  noneTicked: {
    campaigns: "Ninguna campaña",
    campaignsTypes: "Ningún tipo de campaña",
    offers: "Ninguna oferta",
    offersCategories: "Ninguna categoría",
  },
  singular: {
    campaigns: "campaña",
    campaignsTypes: "tipo de campaña",
    offers: "oferta",
    offersCategories: "categoría de ofertas",
  },
  nothingChosen: (names) => `Sin elegir: ${names.join(" y ")}`,
  allAreZero: (reason) => `${reason}. Todas las cifras son 0.`,
  all: "Todo",
  counted: (ticked, listed) => `${ticked} de ${listed}`,
  changed: "Algunos filtros han cambiado.",
  applied: "Los filtros están aplicados.",
  applyingIn: (seconds) => `Se aplican en ${seconds} s`,
  appliesAfterClosing: (seconds) => `Se aplican ${seconds} s después de cerrar`,
  reset: "Restablecer",
  apply: "Aplicar",
  resetAll: "Restablecer los filtros",
  comparisons: {
    PREVIOUS_PERIOD: "Período anterior",
    SAME_DATES_LAST_YEAR: "Mismas fechas del año pasado",
    SAME_WEEKDAYS_LAST_YEAR: "Mismos días de la semana del año pasado",
    PREVIOUS_FULL_PERIOD: "Período completo anterior",
    SELECTED_DATES: "Otras fechas",
    NONE: "Sin comparación",
  },
  comparedWith: (range) => `Comparado con ${range}`,
  comparisonName: (comparison) => `(${comparison.toLowerCase()})`,
  notCompared: "No se compara con otro período",
  compareWithLastYear: "Comparar con las mismas fechas del año pasado",
};

export const blocks: Translation<typeof english.blocks> = {
  trends: "Tendencias",
  trendsOf: (title) => `Tendencias de ${title}`,
  seeBreakdown: "Ver el desglose",
  seeBreakdownOf: (title) => `Ver el desglose de ${title}`,
  explore: "Explorar",
  exploreOf: (title) => `Explorar ${title}`,
  definitionOf: "Qué significa",
  definitionFailed: "No se pudo cargar la definición.",
  lowerIsBetter: "menos es mejor",
  withinChance: "dentro del azar",
  withinChanceHint: "Un cambio tan pequeño ocurre por azar: es de dos errores estándar como máximo",
  growsSentence: "Crece con la duración del período: compare períodos de igual duración.",
  lowerIsBetterSentence: "Menos es mejor.",
  noChange: "–",
  noData: {
    table: (table) => `sin datos cargados: ${table}`,
    days: "sin datos",
    daysInFull: (table) => `ningún día de este período está cargado: ${table}`,
    before: "sin datos antes",
  },
  hidden: {
    few: (least) => `< ${least}`,
    fewInFull: (least) => `menos de ${least} miembros`,
    fewInFile: (least) => `menos de ${least}`,
    other: "oculta",
    otherInFull: (least) => `oculta: revelaría una cifra de menos de ${least} miembros`,
    eitherInFull: (least) =>
      `oculta: detrás de ella, o de una cifra que revelaría, hay menos de ${least} miembros`,
    noChange: "cifra oculta",
    note: (count, least) =>
      count === 1
        ? `Se oculta 1 cifra porque detrás de ella, o de otra que revelaría, hay menos de ${least} miembros.`
        : `Se ocultan ${count} cifras porque detrás de ellas, o de otras que revelarían, hay menos de ${least} miembros.`,
  },
  noComparison: "Sin comparación",
  wasZero: "antes era 0",
  wasNegative: "antes era menor que 0",
  points: (difference) => `${difference} puntos`,
  from: {
    PREVIOUS_PERIOD: (before) => `antes ${before}`,
    SAME_DATES_LAST_YEAR: (before) => `el año pasado ${before}`,
    SAME_WEEKDAYS_LAST_YEAR: (before) => `el año pasado ${before}`,
    PREVIOUS_FULL_PERIOD: (before) => `en el período completo anterior ${before}`,
    SELECTED_DATES: (before) => `en las otras fechas ${before}`,
    NONE: () => "",
  },
  fromBefore: {
    PREVIOUS_PERIOD: (before) => `antes ${before}`,
    SAME_DATES_LAST_YEAR: (before) => `en las mismas fechas del año pasado ${before}`,
    SAME_WEEKDAYS_LAST_YEAR: (before) => `en los mismos días de la semana del año pasado ${before}`,
    PREVIOUS_FULL_PERIOD: (before) => `en el período completo anterior ${before}`,
    SELECTED_DATES: (before) => `en las otras fechas ${before}`,
    NONE: () => "",
  },
  increase: "sube",
  decrease: "baja",
  unchanged: "sin cambios",
  indicators: {
    caption: "Indicadores del programa",
    indicator: "Indicadores",
    value: "Valor",
    change: {
      PREVIOUS_PERIOD: "Frente al período anterior",
      SAME_DATES_LAST_YEAR: "Interanual",
      SAME_WEEKDAYS_LAST_YEAR: "Frente a los días del año pasado",
      PREVIOUS_FULL_PERIOD: "Frente al período completo anterior",
      SELECTED_DATES: "Frente a las otras fechas",
    },
    trend: "Tendencia",
    explore: "Explorar",
    short: {
      TOTAL_ENROLLED_USERS: "Iniciaron sesión al menos una vez",
      UNIQUE_LOGINS: "Miembros que iniciaron sesión en el período",
      TOTAL_ACTIVE_USERS: "Al menos 2 sesiones con la actividad mínima",
      TOTAL_ENGAGED_USERS: "Al menos 3 sesiones con la actividad mínima",
    },
    ofRegistered: "de los miembros registrados",
    ofEligible: "de los miembros elegibles",
  },
  toDay: (day) => `al ${day}`,
  lineText: (first, last) => `La línea empieza en ${first} y termina en ${last}.`,
  pointText: (label, value) => `${label}: ${value}`,
  lastPointTo: (day) => `El último punto cuenta hasta el ${day}.`,
  chartLoading: "Cargando el gráfico",
  failedTitle: (what) => `No se pudo cargar: ${what}`,
};

export const explain: Translation<typeof english.explain> = {
  whyOf: (label) => `${label}: ¿por qué cambió?`,
  title: "Por qué cambió",
};

export const screens: Translation<typeof english.screens> = {
  greeting: (firstName) => `¡Hola, ${firstName}!`,
  atAGlance: "Todo lo que necesita, de un vistazo.",
  pinned: "Métricas fijadas",
  // Only the names of dashboards have an article.
  backTo: (title) =>
    /^(Panel|Monitor) /.test(title)
      ? `Volver al ${title.charAt(0).toLowerCase()}${title.slice(1)}`
      : `Volver a ${title}`,
  summary: "Resumen",
  keyFigures: "Cifras clave",
  export: "Exportar",
  share: "Compartir",
  monitor: {
    partners: "Colaboradores",
    registrations: "Registros",
    engagement: "Tasa de compromiso del programa",
    logins: "Inicios de sesión",
    returns: "Retorno y frecuencia",
    unsubscribed: "% de bajas",
  },
};
