import type * as english from "../en/exports";
import type { Translation } from "../language";

export const exportsCopy: Translation<typeof english.exportsCopy> = {
  what: "Qué",
  extents: { screen: "Esta pantalla", dashboard: "Todo el panel", everything: "Todos los paneles" },
  form: "Formato",
  forms: {
    xlsx: "Libro (.xlsx)",
    pdf: "PDF (.pdf)",
    html: "Página sin conexión (.html)",
    zip: "Tablas CSV (.zip)",
  },
  address: "Dirección para Excel y Power BI…",
  save: "Guardar el archivo",
  allDashboards: "Todos los paneles",
  schedule: "Programar…",
  share: "Compartir un enlace…",
  busy: "Exportando…",
  busyAt: (done: number, all: number) => `Exportando… ${done} de ${all}`,
  cancel: "Cancelar la exportación",
  recorded: "Cada archivo queda en el registro de auditoría.",
  failed: "No se pudo crear el archivo.",
};
