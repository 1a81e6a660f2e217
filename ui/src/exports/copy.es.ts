import type { Translation } from "../language";
import type * as english from "./copy";

export const exportsCopy: Translation<typeof english.exportsCopy> = {
  workbook: "Libro (.xlsx)",
  whole: "Panel completo (.xlsx)",
  tables: "Todas las tablas (.zip)",
  busy: "Exportando…",
  cancel: "Cancelar la exportación",
  separator: "Separador en las tablas",
  separators: { comma: "Coma", semicolon: "Punto y coma", tab: "Tabulador" },
  recorded: "Cada archivo queda en el registro de auditoría.",
  failed: "No se pudo crear el archivo.",
};
