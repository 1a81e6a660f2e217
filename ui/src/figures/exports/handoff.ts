import { create } from "zustand";
import type { FilterParams } from "../../generated/wire";

/** A screen of which a report is to be made. */
export type ReportDraft = {
  /** The path of its call. */
  readonly screen: string;
  readonly title: string;
  readonly params: FilterParams;
  /** Its route, whose saved views may be followed. */
  readonly route: string;
  /** The API's blocks that have the figures of the compared period, too. */
  readonly compared: readonly string[];
};

/** A screen that is to be shown by a link. */
export type LinkDraft = Omit<ReportDraft, "compared"> & {
  /** The choices in its blocks, as in the address. */
  readonly blocks: string;
};

/** A table of a screen: a block, or the cards where there is none; with the filter and the choices that it has. */
export type TableChoice = {
  readonly block: string | null;
  readonly title: string;
  readonly params: FilterParams;
  /** Whether it has the figures of the compared period, too. */
  readonly isCompared: boolean;
};

/** A screen, one of whose tables is to have an address. */
export type TableDraft = {
  /** The path of its call. */
  readonly screen: string;
  readonly title: string;
  readonly tables: readonly TableChoice[];
};

/** A figure that is to be watched. */
export type AlertDraft = {
  readonly metric: string;
  readonly params: FilterParams;
};

/** What a screen hands to a form that opens above it. */
export type Asked =
  | { readonly kind: "report"; readonly draft: ReportDraft }
  | { readonly kind: "link"; readonly draft: LinkDraft }
  | { readonly kind: "table"; readonly draft: TableDraft }
  | { readonly kind: "alert"; readonly draft: AlertDraft | null };

/** The form that a screen asked for; the shell draws it, as it is made of pages. */
export const useAsked = create<{ readonly asked: Asked | null }>(() => ({ asked: null }));

export const ask = (asked: Asked) => useAsked.setState({ asked });
export const stopAsking = () => useAsked.setState({ asked: null });
