import type { FilterDeclaration } from "./filterDeclaration";
import { groupsFilter } from "./GroupsFilter";
import type { BarKind } from "./model";
import { periodFilter } from "./PeriodFilter";

/**
 * The filters each bar shows, in order. A new filter is declared in a file of its own and named here;
 * which of its lists travel with a call stands in `BAR_LISTS`.
 */
export const BARS: Readonly<Record<BarKind, readonly FilterDeclaration[]>> = {
  period: [periodFilter],
  groups: [periodFilter, groupsFilter],
  emails: [periodFilter, groupsFilter],
  offers: [periodFilter, groupsFilter],
};
