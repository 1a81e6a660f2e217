/** The texts of saved views. */

import { formatList } from "../format";

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export const views = {
  menu: "Views",
  /** The button while a saved view is open; `changed` says whether what is shown differs from it. */
  open: (name: string, changed: boolean) => (changed ? `${name} (changed)` : name),
  label: (shown: string) => `Views: ${shown}`,
  title: "Saved views",
  none: "No views yet. Save what you see to come back to it.",
  failed: "The views could not be loaded.",
  search: "Search views",
  noneFound: "No view has this name.",
  own: "private",
  shared: "shared",
  sharedBy: (login: string) => `shared by ${login}`,
  first: "opens first",
  closed: "not available to you",
  actionsOf: (name: string) => `Actions for ${name}`,
  rename: "Rename",
  replace: "Replace with what is shown",
  share: "Share",
  keepPrivate: "Make private",
  makeFirst: "Open after signing in",
  notFirst: "Do not open after signing in",
  remove: "Delete",
  removeOf: (name: string) => `Delete “${name}”?`,
  removeShared: "Others lose it, too.",
  cancel: "Cancel",
  name: "Name",
  save: "Save",
  saveTitle: "Save what is shown",
  shareNew: "Share with everybody who may see this screen",
  saved: (name: string) => `“${name}” is saved.`,
  removed: (name: string) => `“${name}” is deleted.`,
  firstSet: (name: string) => `“${name}” opens after you sign in.`,
  firstUnset: "The Program Monitor opens after you sign in.",
  failedToSave: "The view could not be saved.",
  screenGone: (name: string) => `The screen of “${name}” is not available. This one is shown instead.`,
  groups: (count: number) => counted(count, "group", "groups"),
  offers: (count: number) => counted(count, "offer", "offers"),
  categories: (count: number) => counted(count, "offer category", "offer categories"),
  gone: (name: string, what: readonly string[], isSome: boolean) =>
    `“${name}” includes ${formatList(what)} not available to you. ${
      isSome ? "The rest is shown." : "All are shown instead."
    }`,
} as const;
