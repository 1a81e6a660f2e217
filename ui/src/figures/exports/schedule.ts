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
export function draftOf(state: unknown): ReportDraft | null {
  const draft = (state as { readonly report?: ReportDraft } | null)?.report;
  return typeof draft?.screen === "string" ? draft : null;
}
