import type { SettingGroup } from "../../generated/wire";

/** Settings. */
export const settings = {
  title: "Settings",
  confirmTitle: "Save these settings?",
  confirmDetail: (labels: readonly string[]) => `They decide what others can open: ${labels.join(", ")}.`,
  about: "Changes take effect at once, except where a setting says otherwise. All are in the audit log.",
  groups: {
    program: {
      title: "Program",
      about: "How the program is called, and who helps its users.",
    },
    dashboards: {
      title: "Dashboards",
      about: "Which of them people can open, and how they show changes.",
    },
    periods: {
      title: "Periods and comparisons",
      about: "Where years and weeks begin, and what figures are compared with.",
    },
    data: { title: "Data", about: "When new data are expected. What is late shows on every page." },
    links: {
      title: "Links",
      about: "Screens that people share with others who have no account.",
    },
    agents: {
      title: "Agents",
      about: "Assistants that ask for figures with an API token, over MCP. They change nothing.",
    },
    mail: {
      title: "Mail",
      about: "The mail server that takes reports and alerts, and whom they may be sent to.",
    },
    backups: {
      title: "Backups",
      about:
        "When the server makes one by itself. The folder is a server setting: Bond looks there even where it cannot read its accounts.",
    },
  } as Readonly<Record<SettingGroup, { title: string; about: string }>>,
  labels: {
    program_name: "Program name",
    accent_color: "Colour",
    currency: "Currency",
    time_zone: "Time zone",
    account_manager_name: "Account manager: name",
    account_manager_mail: "Account manager: mail address",
    account_manager_phone: "Account manager: phone",
    change_colours: "Colours of changes",
    modules: "Modules of the program",
    fiscal_year_start: "First month of the year",
    first_weekday: "First day of the week",
    compare_to_date: "Compare periods to date with",
    groups_as_of: "Groups that count",
    expected_by: "When data are due",
    allow_links: "Links without an account",
    allow_agents: "Questions of agents",
    link_days: "Longest time of a link, in days",
    link_frame_hosts: "Sites that may frame links",
    smtp_host: "Mail server",
    smtp_port: "Port",
    smtp_tls: "Encryption",
    smtp_user: "User",
    smtp_password: "Password",
    mail_from: "Sender",
    mail_domains: "Domains that may receive mail",
    tell_mail: "Who is told by email",
    backup_at: "Time of the daily backup",
    backup_keep: "Backups to keep",
  } as Readonly<Record<string, string>>,
  options: {
    change_colours: [
      { value: "meaning", label: "Green = better, red = worse" },
      { value: "sign", label: "Green = up, red = down" },
    ],
    groups_as_of: [
      { value: "auto", label: "As they were; as they are now where small groups are protected" },
      { value: "now", label: "As they are now" },
      { value: "window", label: "As they were on the last day of each period" },
    ],
    compare_to_date: [
      { value: "last_year", label: "The same dates last year" },
      { value: "previous_period", label: "The days just before" },
    ],
    smtp_tls: [
      { value: "starttls", label: "STARTTLS" },
      { value: "tls", label: "TLS from the beginning" },
      { value: "none", label: "None" },
    ],
    first_weekday: [
      { value: "sunday", label: "Sunday" },
      { value: "monday", label: "Monday" },
    ],
    fiscal_year_start: [
      "January",
      "February",
      "March",
      "April",
      "May",
      "June",
      "July",
      "August",
      "September",
      "October",
      "November",
      "December",
    ].map((label, at) => ({ value: String(at + 1), label })),
  } as Readonly<Record<string, readonly { value: string; label: string }[]>>,
  fixed: (by: string) => `Fixed: it is set by ${by}.`,
  chosen: (by: string, time: string, standard: string) =>
    `Chosen${by && ` by ${by}`}, ${time}. Default: ${standard === "" ? "empty" : standard}.`,
  all: "all",
  switched: { true: "On", false: "Off" },
  save: "Save",
  saved: "The settings are saved.",
  kept: "Set. Type another to replace it",
  restarts: "It takes effect when the server is started again.",
  waits: "The server still uses the one before: start it again.",
  tryMail: "Send a test message",
  tryTitle: "Send a test message",
  tryDetail: "It has no figures. What is not saved yet is not used.",
  tryTo: "To",
  tryAction: "Send",
  tried: (to: string) => `The mail server took a message to ${to}.`,
  reset: "Back to the default",
  resetOf: (label: string) => `Back to the default: ${label}`,
  changes: (count: number) => (count === 1 ? "1 change is not saved" : `${count} changes are not saved`),
  discard: "Discard",
} as const;

/** The program's logo. */
/** The colour of the program, on what it is seen on. */
export const colour = {
  pick: "Choose a colour",
  button: "Button",
  link: "Link",
} as const;

export const logo = {
  title: "Logo",
  about:
    "A PNG or JPEG of at most 512 KB and 2,000 pixels a side. It shows beside the program's name, in files and, to anybody, on the sign-in page.",
  none: "None",
  choose: "Choose a picture",
  replace: "Choose another",
  remove: "Remove",
  isSet: "The logo is set.",
  isRemoved: "The logo is removed.",
  tooLarge: "The file is larger than 512 KB; save the picture smaller and choose it again.",
} as const;

/** The settings that only the server decides. */
export const server = {
  title: "Server settings",
  about:
    "These are read when the server starts. Whoever runs the server changes them in the settings file, the environment or by a flag, and restarts it.",
  search: "Search settings",
  onlySet: "Only what is set",
  none: "No setting matches",
  elsewhere: "Under Settings:",
  name: "Setting",
  value: "Value",
  empty: "empty",
  origin: "Set by",
  default: "default",
  meaning: "Meaning",
} as const;
