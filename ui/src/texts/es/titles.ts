import type * as english from "../en/titles";
import type { Translation } from "../language";

export const titles: Translation<typeof english.titles> = {
  "executive-summary": "Monitor del programa",
  "user-dashboard": "Panel de miembros",
  "user-dashboard/registrations-breakdown": "Desglose de registros",
  "user-dashboard/program-active-rate-breakdown": "Desglose de la tasa de actividad",
  "user-dashboard/engagement-rate-breakdown": "Desglose de la tasa de compromiso",
  "user-dashboard/average-tenure-breakdown": "Desglose de la antigüedad media",
  "user-dashboard/program-retention-rate-breakdown": "Desglose de la tasa de retención",
  "user-dashboard/dormant-rate-breakdown": "Desglose de la tasa de inactividad",
  "user-dashboard/logins-breakdown": "Desglose de inicios de sesión",
  "user-dashboard/return-rate-breakdown": "Desglose de la frecuencia de retorno",
  "emails-dashboard": "Panel de correos",
  "emails-dashboard/screens": "Vistas de correos",
  "emails-dashboard/schedule": "Calendario de correos",
  "emails-dashboard/links-breakdown": "Desglose de enlaces",
  "emails-dashboard/unsubscribed-breakdown": "Desglose de bajas",
  "emails-dashboard/delivery-status-breakdown": "Desglose del estado de entrega",
  "emails-dashboard/registration-breakdown": "Desglose de registros por correo",
  "emails-dashboard/performance-breakdown": "Desglose del rendimiento",
  "website-dashboard": "Panel del sitio web",
  "website-dashboard/visitors-breakdown": "Desglose de visitantes",
  "website-dashboard/source-breakdown": "Desglose de fuentes",
  "website-dashboard/platforms-breakdown": "Desglose de plataformas",
  "website-dashboard/searches-breakdown": "Desglose de búsquedas en el sitio",
  "offers-dashboard": "Panel de ofertas",
  "offers-dashboard/offers-breakdown": "Desglose de ofertas de socios",
  "offers-dashboard/partners-breakdown": "Desglose de socios",
  "offers-dashboard/total-interactions-breakdown": "Desglose de interacciones totales",
  "offers-dashboard/unique-interactions-breakdown": "Desglose de interacciones únicas",
  "offers-dashboard/member-unique-interactions-breakdown": "Desglose de interacciones por miembro",
  "content-dashboard": "Panel de contenidos",
  "content-dashboard/articles-breakdown": "Desglose de artículos",
  "content-dashboard/shares-breakdown": "Desglose de páginas compartidas e impresas",
  "content-dashboard/polls-breakdown": "Desglose de encuestas",
  "content-elements": "Elementos de contenido",
  "bond-insights": "BOND Insights",
  recommendations: "Recomendaciones",
};

export const menuLabels: Translation<typeof english.menuLabels> = {
  "user-dashboard": "Panel de miembros",
  "emails-dashboard/screens": "Vistas",
  "emails-dashboard/schedule": "Calendario",
  "bond-insights": "Insights",
};

export const administrationTitles: Translation<typeof english.administrationTitles> = {
  users: "Usuarios",
  roles: "Roles",
  data: "Datos",
  backups: "Copias de seguridad",
  audit: "Auditoría",
  settings: "Configuración",
  "score-method": "Método de puntuación",
  system: "Sistema",
};

export const otherTitles: Translation<typeof english.otherTitles> = {
  administration: "Administración",
  account: "Su cuenta",
  links: "Enlaces",
  reports: "Informes y alertas",
  explanation: "Por qué cambió",
};
