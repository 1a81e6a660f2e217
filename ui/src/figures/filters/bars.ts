import { type FilterDeclaration, prefetchPanel } from "./filterDeclaration";
import { groupsFilter } from "./GroupsFilter";
import { campaignsFilter, offersFilter } from "./linkedFilters";
import type { BarKind } from "./model";
import { periodFilter } from "./PeriodFilter";

/**
 * The filters each bar shows, in order. A new filter is declared in a file of its own and named here;
 * `BAR_LISTS` says which of its lists a call sends.
 */
export const BARS: Readonly<Record<BarKind, readonly FilterDeclaration[]>> = {
  period: [periodFilter],
  groups: [periodFilter, groupsFilter],
  campaigns: [periodFilter, campaignsFilter],
  emails: [periodFilter, groupsFilter, campaignsFilter],
  offers: [periodFilter, groupsFilter, offersFilter],
};

/** Fetches the panels of the filters before they are first opened. */
export function prefetchPanels(): void {
  Object.values(BARS).flat().forEach(prefetchPanel);
}
