import type * as english from "../en/modules";
import type { Translation } from "../language";

export const moduleTexts: Translation<typeof english.moduleTexts> = {
  ADMIN: {
    title: "Administración",
    detail: "Usuarios, roles, copias de seguridad, auditoría, configuración. Incluye Datos.",
  },
  DATA: { title: "Datos", detail: "Cargas, asignaciones, qué está cargado, el borrado de miembros." },
  MONITOR: { title: "Monitor del programa", detail: "Los indicadores, las tendencias y el BOND Score." },
  MEMBERS: { title: "Panel de miembros" },
  EMAILS: { title: "Panel de correos", detail: "Con sus vistas y su calendario." },
  WEBSITE: { title: "Panel del sitio web" },
  OFFERS: { title: "Panel de ofertas" },
  CONTENT: { title: "Panel de contenidos" },
  INSIGHTS: { title: "Insights", detail: "Qué cambió, qué es inusual, cohortes, qué termina pronto." },
  RECOMMENDATIONS: {
    title: "Recomendaciones",
    detail:
      "Qué haría falta para una puntuación, a quién le falta poco. Con derecho a cambiar: también planes para otros.",
  },
  EXPORT: { title: "Exportación", detail: "Archivos de lo que se muestra." },
  PEOPLE: { title: "Personas", detail: "Listas de identificadores de miembros." },
};
