import type { FilterParams } from "../../generated/wire";

/** A screen of which a report is to be made: what the menu for files hands to the page of reports. */
export type ReportDraft = {
  /** The path of its call. */
  readonly screen: string;
  readonly title: string;
  readonly params: FilterParams;
  /** Its route, whose saved views may be followed. */
  readonly route: string;
};

/** A screen that is to be shown by a link: what the menu for files hands to the page of links. */
export type LinkDraft = ReportDraft & {
  /** The choices in its blocks, as in the address. */
  readonly blocks: string;
};

/** A draft in the state of a navigation; null where that is something else. */
function draftIn<T extends ReportDraft>(state: unknown, name: "report" | "link"): T | null {
  const draft = (state as Readonly<Record<string, T | undefined>> | null)?.[name];
  return typeof draft?.screen === "string" ? draft : null;
}

export const reportDraftOf = (state: unknown) => draftIn<ReportDraft>(state, "report");
export const linkDraftOf = (state: unknown) => draftIn<LinkDraft>(state, "link");
