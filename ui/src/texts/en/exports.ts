/** The texts of the files of a screen, and of the menu that shares it. */
export const exportsCopy = {
  what: "What",
  extents: { screen: "This screen", dashboard: "The whole dashboard", everything: "All dashboards" },
  form: "Format",
  forms: {
    xlsx: "Workbook (.xlsx)",
    pdf: "PDF (.pdf)",
    html: "Offline page (.html)",
    zip: "CSV tables (.zip)",
  },
  address: "Address for Excel and Power BI…",
  save: "Save the file",
  /** The name of the file of all dashboards. */
  allDashboards: "All dashboards",
  schedule: "Schedule…",
  share: "Share link…",
  busy: "Exporting…",
  busyAt: (done: number, all: number) => `Exporting… ${done} of ${all}`,
  cancel: "Cancel the export",
  recorded: "Each file is recorded in the audit log.",
  failed: "The file could not be created.",
} as const;
