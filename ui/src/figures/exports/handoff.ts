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

/** The draft in the state of a navigation; null where that is something else. */
export function reportDraftOf(state: unknown): ReportDraft | null {
  const draft = (state as { readonly report?: ReportDraft } | null)?.report;
  return typeof draft?.screen === "string" ? draft : null;
}

/** A screen that is to be shown by a link: what the menu for files hands to the page of links. */
export type LinkDraft = {
  /** The path of its call. */
  readonly screen: string;
  readonly title: string;
  /** Its filter. */
  readonly params: FilterParams;
  readonly route: string;
  /** The choices in its blocks, as in the address. */
  readonly blocks: string;
};

/** The draft in the state of a navigation; null where that is something else. */
export function linkDraftOf(state: unknown): LinkDraft | null {
  const draft = (state as { readonly link?: LinkDraft } | null)?.link;
  return typeof draft?.screen === "string" ? draft : null;
}
