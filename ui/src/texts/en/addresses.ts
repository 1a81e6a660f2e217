/** The texts of addresses for spreadsheets. */
export const addresses = {
  newTitle: (screen: string) => `An address of ${screen}`,
  newDetail:
    "A spreadsheet reads one table from this address, and again whenever it refreshes. Whoever has the address sees the table as you see it at that moment, and nothing else.",
  table: "Table",
  fixedPeriod:
    "The days are fixed. Choose a period such as Last full month first, if the table shall move along.",
  movingPeriod: (period: string) => `The period moves along: ${period}.`,
  networks: "Only from these networks",
  failed: "The form could not be loaded.",
  make: "Create address",
  saved: "The address is created.",
  toAccount: "Open your account",
  made: "Your address",
  madeDetail: (until: string) => `It works until ${until}. Copy it now: it is not shown again.`,
  json: "JSON, for Excel and Power BI",
  csv: "CSV, for LibreOffice and Google Sheets",
  number: (id: number) =>
    `A program that sends an API token of yours may use ${id} in place of the secret in the address.`,
} as const;
