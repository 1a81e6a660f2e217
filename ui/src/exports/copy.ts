/** The texts of the menu for files of a screen. */
export const exportsCopy = {
  workbook: "Workbook (.xlsx)",
  whole: "Whole dashboard (.xlsx)",
  tables: "All tables (.zip)",
  schedule: "Schedule…",
  busy: "Exporting…",
  cancel: "Cancel the export",
  separator: "Between values of tables",
  separators: { comma: "Comma", semicolon: "Semicolon", tab: "Tab" },
  recorded: "Each file is recorded in the audit log.",
  failed: "The file could not be made.",
} as const;
