import { rowsOf } from "./rows";

/** The start screen of a program without data, what is left to set up, and how loads ended. */
export const start = {
  title: "Nothing is loaded yet",
  detail: "Three ways to begin.",
  files: "Your own files",
  filesDetail:
    "Exports of any system: CSV, Excel, Parquet. Bond proposes what each file is, and shows which screens they fill. Nothing is loaded before you say so.",
  bring: "Bring your data",
  sampleTitle: "A sample",
  sampleDetail: "About 8,500 rows, one file for each table. It shows what files look like.",
  sample: "Load the sample",
  demoTitle: "A demo",
  demoDetail:
    "Three years of a made-up program, up to yesterday. It fills every screen. It cannot be taken back: make it where no data of your own will follow.",
  demoMembers: "Members of the demo",
  demo: "Make a demo",
  wayBack: "The way back from the sample: “Undo the last load”, under",
  ask: "Figures are shown once data are loaded. Your roles do not load data: ask an administrator of Bond.",

  mend: "Mend the files and choose them again, or let Bond read them and show each fault at its row.",
  rename: "Rename a file to one of the tables, or let Bond propose what it is.",
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
      why: "There is no backup, and none is made each day.",
    },
    due: {
      what: "Say when data are due",
      why: "Bond can then tell you when they are late.",
    },
    mail: {
      what: "Set up mail",
      why: "Reports and alerts cannot be sent by mail yet.",
    },
  },
  leaveOut: (what: string) => `Leave out: ${what}`,

  loaded: (rows: string) => `Loaded ${rowsOf(rows)}`,
  loadedBefore: "These files were loaded already. Nothing has changed.",
  demoMade: (rows: string) => `The demo is made: ${rowsOf(rows)}`,
  undone: "The last load is undone",
  checked: (rows: string) => `Nothing is wrong in ${rowsOf(rows)}`,
  refused: (id: number) => `Load ${id} was refused. Nothing was loaded.`,
  failed: (id: number) => `Load ${id} has failed. Nothing was loaded.`,
  cancelled: (id: number) => `Load ${id} is cancelled.`,
  open: (title: string) => `Open ${title}`,
} as const;
