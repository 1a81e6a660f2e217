/** The texts of the menu for files of a screen. */
export const exportsCopy = {
  workbook: "Workbook (.xlsx)",
  pdf: "PDF (.pdf)",
  dossier: "Offline page (.html)",
  tables: "All tables (.zip)",
  wholeWorkbook: "Whole dashboard (.xlsx)",
  wholePdf: "Whole dashboard (.pdf)",
  wholeDossier: "Whole dashboard (.html)",
  everything: "All dashboards (.html)",
  /** The name of the file of all dashboards. */
  allDashboards: "All dashboards",
  schedule: "Schedule…",
  share: "Share link…",
  busy: "Exporting…",
  busyAt: (done: number, all: number) => `Exporting… ${done} of ${all}`,
  cancel: "Cancel the export",
  separator: "CSV separator",
  separators: { comma: "Comma", semicolon: "Semicolon", tab: "Tab" },
  recorded: "Each file is recorded in the audit log.",
  failed: "The file could not be made.",
} as const;
