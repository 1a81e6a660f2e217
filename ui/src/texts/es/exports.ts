import type * as english from "../en/exports";
import type { Translation } from "../language";

export const exportsCopy: Translation<typeof english.exportsCopy> = {
  workbook: "Libro (.xlsx)",
  pdf: "PDF (.pdf)",
  dossier: "Página sin conexión (.html)",
  tables: "Todas las tablas (.zip)",
  wholeWorkbook: "Panel completo (.xlsx)",
  wholePdf: "Panel completo (.pdf)",
  wholeDossier: "Panel completo (.html)",
  everything: "Todos los paneles (.html)",
  allDashboards: "Todos los paneles",
  schedule: "Programar…",
  share: "Compartir un enlace…",
  busy: "Exportando…",
  busyAt: (done: number, all: number) => `Exportando… ${done} de ${all}`,
  cancel: "Cancelar la exportación",
  separator: "Separador CSV",
  separators: { comma: "Coma", semicolon: "Punto y coma", tab: "Tabulador" },
  recorded: "Cada archivo queda en el registro de auditoría.",
  failed: "No se pudo crear el archivo.",
};
