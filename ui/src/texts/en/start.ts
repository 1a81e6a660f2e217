import { rowsOf } from "./rows";

/** The start screen of a program without data, what is left to set up, and how loads ended. */
export const start = {
  title: "Nothing is loaded yet",
  detail: "Three ways to begin.",
  files: "Your own files",
  filesDetail:
    "Exports from any system: CSV, Excel, JSON, Parquet. Bond proposes what each file is, and shows which screens they fill. Nothing is loaded before you say so.",
  bring: "Bring your data",
  sampleTitle: "A sample",
  sampleDetail: "About 8,500 rows, one file for each table. It shows what files look like.",
  sample: "Load the sample",
  demoTitle: "A demo",
  demoDetail:
    "Three years of a made-up program, up to yesterday. It fills every screen. It cannot be undone: create it only where you will not load data of your own.",
  demoMembers: "Members of the demo",
  demo: "Create a demo",
  wayBack: "To remove the sample, choose “Undo the last load” under",
  ask: "Figures appear once data are loaded. Your roles do not allow you to load data: ask an administrator of Bond.",

  mend: "Correct the files and choose them again, or let Bond read them and show each fault at its row.",
  rename: "Rename the file after one of the tables, or let Bond propose what it is.",
  describe: "Propose a mapping",

  leftTitle: "What is left to do",
  left: {
    data: {
      what: "Load your first data",
      why: "Without data there are no figures.",
    },
    administrator: {
      what: "Add a second administrator",
      why: "If the only one is away, nobody can let others in.",
    },
    backup: {
      what: "Turn on backups",
      why: "There is no backup yet, and no daily backup is set up.",
    },
    due: {
      what: "Say when data are due",
      why: "Bond can then tell you when they are late.",
    },
    mail: {
      what: "Set up email",
      why: "Reports and alerts cannot be sent by email yet.",
    },
  },
  leaveOut: (what: string) => `Hide: ${what}`,

  loaded: (rows: string) => `Loaded ${rowsOf(rows)}`,
  loadedBefore: "These files were loaded already. Nothing has changed.",
  demoMade: (rows: string) => `The demo is ready: ${rowsOf(rows)}`,
  undone: "The last load was undone",
  checked: (rows: string) => `Checked, nothing is wrong: ${rowsOf(rows)}`,
  refused: (id: number) => `Load ${id} was refused. Nothing was loaded.`,
  failed: (id: number) => `Load ${id} failed. Nothing was loaded.`,
  cancelled: (id: number) => `Load ${id} was cancelled.`,
  open: (title: string) => `Open ${title}`,
} as const;
