import type * as english from "../en/screens";
import type { Translation } from "../language";

export const rank: Translation<typeof english.rank> = "Puesto";

export const members: Translation<typeof english.members> = {
  cards: {
    activeRate: "Tasa de actividad del programa",
    retention: "Tasa de retención del programa",
    satisfaction: "Satisfacción",
    tenure: "Antigüedad media del programa",
    dormant: "Tasa de inactividad",
    moves: "Cambios de nivel",
  },
  lifetime: "Métricas desde el inicio del programa",
  asOfEnd: (period) => `Al final de cada ${period}`,
  registrations: {
    newByPeriod: "Nuevos registros por período",
    byPeriod: "Registros por período",
    table: "Registros",
    bySource: "Nuevos registros por origen",
    eligibleByPeriod: "Miembros elegibles por período",
    byTier: "Registros por nivel",
    eligibleByTier: "Miembros elegibles por nivel",
  },
  activeRate: {
    byPeriod: "Miembros activos por período",
    table: "Miembros activos",
  },
  engagement: {
    byPeriod: "Miembros comprometidos por período",
    table: "Miembros comprometidos",
    membersOf: (period) => `Miembros comprometidos de cada ${period}`,
  },
  tenure: {
    byPeriod: "Antigüedad media por período (meses)",
    table: "Antigüedad media (meses)",
  },
  retention: { table: "Tasa de retención del programa" },
  dormant: {
    membersByPeriod: "Miembros inactivos por período",
    rateByPeriod: "Tasa de inactividad por período",
    membersByAudience: "Miembros inactivos por audiencia",
    rateByAudience: "Tasa de inactividad por audiencia",
    table: "Tasa de inactividad",
  },
  logins: {
    byPeriod: "Inicios de sesión por período",
    uniqueByPeriod: "Inicios de sesión únicos por período",
    table: "Inicios de sesión totales / únicos",
    all: "Todos los inicios de sesión",
    membersOnce: (period) => `Miembros contados una vez por ${period}`,
  },
  moves: {
    about: "Dónde estaban los miembros el día anterior al período y dónde están en su último día.",
    flow: "De grupo a grupo",
    inAndOut: "Entradas y salidas de los grupos",
    addsUp:
      "Los miembros del día anterior, los nuevos y los que entraron, menos los que salieron, son los miembros del último día.",
    upByPeriod: "Subidas por período",
    downByPeriod: "Bajadas por período",
    table: "Qué fue de los miembros",
    byDayBefore: "Con los grupos de entonces, los miembros cuentan en el grupo del día anterior al período.",
  },
  returns: {
    logins: "Inicios de sesión recurrentes",
    frequency: "Frecuencia de retorno",
    frequencyHint: "Miembros según su número de inicios de sesión en el período",
  },
};

export const content: Translation<typeof english.content> = {
  articles: {
    title: "Artículos",
    byAudience: "Visitas a artículos por audiencia",
    byCategory: "Visitas a artículos por categoría",
    visited: "Artículos visitados",
    category: "Categoría",
    name: "Nombre",
  },
  shares: {
    title: "Compartidas e impresas",
    shares: "Compartidas",
    prints: "Impresas",
    type: "Tipo",
    page: "Página",
  },
  polls: {
    title: "Encuestas",
    choose: "Elegir encuesta",
    none: "Ninguna",
    chooseTitle: "No hay encuesta elegida",
    chooseHint: "Elija una encuesta para ver cómo se respondió.",
    notOpenTitle: "Esta encuesta no está abierta en este período",
    notOpenHint: "Elija un período más largo u otra encuesta.",
    noPolls: "No hay encuestas abiertas en este período",
    answers: "Pregunta y respuestas de la encuesta",
    option: "Opción",
    pollOrder: "Las opciones están en el orden de la encuesta.",
    count: "Respuestas",
    percent: "%",
    byAudience: "Respuestas a la encuesta por audiencia",
    optionDefinition:
      "Respuestas con esta opción en el período, y su proporción de todas las respuestas de la fila.",
  },
};

export const emails: Translation<typeof english.emails> = {
  cards: {
    delivery: "Estado de entrega",
    performance: "Rendimiento",
    registration: "Registros %",
    links: "Clics en enlaces",
  },
  campaign: "Campaña",
  sentDate: "Fecha de envío",
  bySending: (period) => `Según el ${period} de envío`,
  schedule: {
    title: "Correos planificados",
    hint: "Planificados desde hoy. Otro período o «Mostrar todo» añade correos anteriores.",
    date: "Fecha",
    day: "Día",
    audience: "Audiencia",
    registrationStatus: "Estado de registro",
    note: "Nota",
  },
  screens: {
    title: "Vistas de las campañas",
    subject: "Asunto",
    ssl: "SSL",
    sslMeans:
      "Segunda línea de asunto: el texto previo que muchos programas de correo muestran tras el asunto.",
    link: "Enlace de vista previa",
    open: "Vista previa",
  },
  links: {
    byPeriod: "Clics por período",
    byClick: (period) => `Según el ${period} del clic`,
    table: "Clics",
    list: "Enlaces con clics",
    link: "Enlace",
  },
  unsubscribed: {
    byPeriod: "Bajas por período",
    pie: "Desglose de bajas",
    pieHint: "Por línea de negocio",
    unsubscribers: "Bajas",
    table: "% de bajas",
    byCampaigns: "Bajas por campaña",
  },
  delivery: {
    byPeriod: {
      sent: "Enviados por período",
      delivered: "Entregados por período",
      bounced: "Rebotados por período",
    },
    table: "Estado de entrega por audiencia",
    byCampaigns: "Estado de entrega por campaña",
  },
  registration: {
    byPeriod: "Registros por período",
    table: "% de registros",
    byCampaigns: "Registros por campaña",
  },
  performance: {
    byPeriod: {
      uniqueOpens: "Aperturas únicas por período",
      uniqueClicks: "Clics únicos por período",
      avgOpen: "% medio de aperturas por período",
      avgClick: "% medio de clics por período",
    },
    table: "Rendimiento por audiencia",
    byCampaigns: "Rendimiento por campaña",
  },
};

export const website: Translation<typeof english.website> = {
  provider: "Los datos de esta página proceden directamente de un proveedor de analítica web.",
  visitors: "Visitantes del sitio web",
  source: "Fuente de tráfico",
  platforms: "Plataformas",
  newReturning: "Visitantes nuevos / recurrentes",
  searches: "Búsqueda en el sitio",
  sessions: "Sesiones",
  dimensions: {
    DeviceCategory: "Dispositivos",
    Browser: "Navegadores",
    OperatingSystem: "Sistema operativo",
    ScreenResolution: "Resolución de pantalla",
  },
  byPeriod: (title) => `${title} por período`,
  perMonth: "Sesiones por mes",
  shareOfSessions: "Proporción de las sesiones",
  bySource: "Sesiones y páginas vistas por fuente",
  visitorsByPeriod: {
    sessions: "Sesiones por período",
    pageViews: "Páginas vistas por período",
    durations: "Duración media de la sesión por período",
  },
  searchTerms: "Búsquedas en el sitio",
  query: "Consulta de búsqueda en el sitio",
};

export const offers: Translation<typeof english.offers> = {
  partners: "Colaboradores",
  offers: "Ofertas",
  totalInteractions: "Interacciones totales con ofertas",
  uniqueInteractions: "Interacciones únicas con ofertas",
  memberUniqueInteractions: "Interacciones únicas por miembro",
  category: "Categoría",
  categories: "Categorías",
  offer: "Oferta",
  byPeriod: "Ofertas totales y nuevas por período",
  partner: "Colaborador",
  partnersByPeriod: {
    redemptions: "Canjes por período",
    sales: "Ventas por período",
    savings: "Ahorro por período",
    savingsPerUser: "Ahorro por miembro y período",
  },
  byAudience: "Ofertas por audiencia",
  total: {
    viewsByPeriod: "Visitas por período",
    intentsByPeriod: "Intención de canje por período",
  },
  unique: {
    viewsByPeriod: "Visitas únicas por período",
    intentsByPeriod: "Intención de canje única por período",
    perPair: (period) => `Miembros contados una vez por oferta y ${period}`,
  },
  memberUnique: {
    viewsByPeriod: "Miembros con visita por período",
    intentsByPeriod: "Miembros con intención de canje por período",
    perMember: (period) => `Miembros contados una vez por ${period}`,
  },
};

export const upsell: Translation<typeof english.upsell> = {
  kind: "Ampliación",
  pages: {
    "bond-insights": {
      product: "BOND Insights",
      title: "Active la analítica avanzada",
      text: "Sus paneles muestran las cifras. BOND Insights lleva el análisis más lejos.",
    },
    recommendations: {
      product: "Recomendaciones",
      title: "Active las recomendaciones",
      text: "Sus paneles muestran lo que ocurrió. Las recomendaciones sugieren qué hacer después.",
    },
  },
  contact: (product) => `Para ampliar a ${product}, póngase en contacto con su gestor de cuenta.`,
  write: "Escribir a su gestor de cuenta",
  writeHint: (mail) =>
    mail === undefined
      ? "Abre un borrador en su programa de correo. Usted escribe la dirección."
      : `Abre un borrador para ${mail} en su programa de correo.`,
  manager: "Su gestor de cuenta",
  draftSubject: (product) => `Ampliación a ${product}`,
  draftBody: (product, program) =>
    `Nos gustaría ampliar ${program ?? "nuestro programa"} con ${product}. Por favor, díganos qué hace falta.`,
  already: "Hoy en sus paneles",
  shows: {
    "executive-summary": "Los indicadores del programa y las métricas fijadas en una pantalla",
    "user-dashboard": "Quién se registra, inicia sesión y vuelve",
    "emails-dashboard": "Qué se entrega, se abre y recibe clics",
    "offers-dashboard": "Qué colaboradores y ofertas eligen los miembros",
    "content-dashboard": "Qué leen y comparten los miembros, y qué responden en las encuestas",
  },
};

export const nothingHere: Translation<typeof english.nothingHere> = {
  title: "Aquí no hay nada que mostrar",
  detail:
    "Los artículos, las páginas compartidas y las encuestas están en el Panel de contenidos. Sus filtros también se aplican allí.",
};

export const pins: Translation<typeof english.pins> = {
  hint: "Arrastre, o use las flechas. La elección es solo suya; los archivos y enlaces tienen las seis primeras tarjetas.",
  list: "Tarjetas fijadas",
  up: (title) => `Subir: ${title}`,
  down: (title) => `Bajar: ${title}`,
  remove: (title) => `Quitar: ${title}`,
  moved: (title, place, count) => `${title}: ${place} de ${count}`,
  reset: "Volver a las seis primeras",
  others: "Más tarjetas",
  add: (title) => `Fijar: ${title}`,
  noneTitle: "No hay ninguna tarjeta fijada",
  noneHint: "En «Organizar» están todas las tarjetas que puede abrir.",
};
