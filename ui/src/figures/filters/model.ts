import type { Comparison, FilterParams, GroupsAsOf, Period } from "../../generated/wire";
import { isDay } from "../../texts/day";
import { DEFAULT_COMPARISON } from "./comparison";
import type { Window } from "./dates";
import { byGroupList, GROUP_LISTS } from "./groupings";
import { periodWindow } from "./periods";
import type { ProgramCalendar } from "./programCalendar";
import type { Selection } from "./selection";

/** The lists of the filters, each with its two fields in the API. */
export const LISTS = {
  ...byGroupList(({ ids, all }) => ({ ids, all })),
  campaigns: { ids: "campaigns", all: "campaignsAll" },
  campaignsTypes: { ids: "campaignsTypes", all: "campaignsTypesAll" },
  offers: { ids: "offers", all: "offersAll" },
  offersCategories: { ids: "offersCategories", all: "offersCategoriesAll" },
} as const satisfies Record<string, { ids: keyof FilterParams; all: keyof FilterParams }>;

/** The name of a list of a filter. */
export type ListId = keyof typeof LISTS;

/** Every list, in the order of the API. */
export const LIST_IDS = Object.keys(LISTS) as ListId[];

/** The filters of the page, applied or drafted. */
export type Filters = {
  readonly period: Period;
  /** The custom range; it counts only while the period is Custom. */
  readonly range: Window | null;
  readonly comparison: Comparison;
  /** The dates to compare with; they count only while the comparison is SELECTED_DATES. */
  readonly comparedRange: Window | null;
  readonly lists: Readonly<Record<ListId, Selection>>;
  /** The groups in which members count; null for those of the program's setting. */
  readonly groupsAsOf: GroupsAsOf | null;
};

/** The default filters. */
export const DEFAULT_FILTERS: Filters = {
  period: "THIS_YEAR",
  range: null,
  comparison: DEFAULT_COMPARISON,
  comparedRange: null,
  lists: Object.fromEntries(LIST_IDS.map((list) => [list, "all"])) as Record<ListId, "all">,
  groupsAsOf: null,
};

/** Which filters a bar shows. */
export type BarKind = "period" | "groups" | "campaigns" | "emails" | "offers";

const CAMPAIGNS = ["campaigns", "campaignsTypes"] as const satisfies readonly ListId[];

/** The lists that each bar shows in addition to the period. */
const BAR_LISTS: Readonly<Record<BarKind, readonly ListId[]>> = {
  period: [],
  groups: GROUP_LISTS,
  campaigns: CAMPAIGNS,
  emails: [...GROUP_LISTS, ...CAMPAIGNS],
  offers: [...GROUP_LISTS, "offers", "offersCategories"],
};

/** Whether some of the lists are of user groups. */
const haveGroups = (lists: readonly ListId[]): boolean => GROUP_LISTS.some((list) => lists.includes(list));

/** Whether a bar shows the user groups. */
export const hasGroups = (bar: BarKind): boolean => haveGroups(BAR_LISTS[bar]);

/** Whether a custom range may be applied: two real days in order, none after today. */
export function isValidRange(range: Window, today?: string): boolean {
  if (!isDay(range.start) || !isDay(range.end)) return false;
  return range.start <= range.end && (today === undefined || range.end <= today);
}

/** Whether the filters may be applied. */
export function isValid(filters: Filters, today: string): boolean {
  const { period, range, comparison, comparedRange } = filters;
  const used = [period === "SELECTED_DATE" && range, comparison === "SELECTED_DATES" && comparedRange];
  return used.every((dates) => !dates || isValidRange(dates, today));
}

/** The resolved window of the filters. */
export function windowOf(filters: Filters, today: string, calendar: ProgramCalendar): Window {
  return periodWindow(filters.period, filters.range, today, calendar);
}

/** The period and its comparison with the field names of the API; the default comparison is left out. */
export function periodParams({ period, range, comparison, comparedRange }: Filters): FilterParams {
  const params: FilterParams = { period };
  if (period === "SELECTED_DATE" && range) {
    params.startDate = range.start;
    params.endDate = range.end;
  }
  if (comparison !== DEFAULT_COMPARISON) params.comparison = comparison;
  if (comparison === "SELECTED_DATES" && comparedRange) {
    params.comparisonStartDate = comparedRange.start;
    params.comparisonEndDate = comparedRange.end;
  }
  return params;
}

/**
 * The body of a call: the period and the lists this bar shows. What a bar does not show is left out,
 * which the server reads as All; it stays in the URL.
 */
export function toParams(filters: Filters, bar: BarKind): FilterParams {
  const params = periodParams(filters);
  for (const list of BAR_LISTS[bar]) {
    const selection = filters.lists[list];
    params[LISTS[list].all] = selection === "all";
    if (selection !== "all") params[LISTS[list].ids] = [...selection];
  }
  if (hasGroups(bar) && filters.groupsAsOf) params.groupsAsOf = filters.groupsAsOf;
  return params;
}

function sameDates(a: Window | null, b: Window | null): boolean {
  return a?.start === b?.start && a?.end === b?.end;
}

function samePeriod(a: Filters, b: Filters): boolean {
  if (a.period !== b.period) return false;
  return a.period !== "SELECTED_DATE" || sameDates(a.range, b.range);
}

function sameComparison(a: Filters, b: Filters): boolean {
  if (a.comparison !== b.comparison) return false;
  return a.comparison !== "SELECTED_DATES" || sameDates(a.comparedRange, b.comparedRange);
}

/**
 * Whether two sets of filters mean the same.
 *
 * @param lists which lists count; all of them by default. Without user groups, the reading of these does not count.
 */
export function sameFilters(a: Filters, b: Filters, lists: readonly ListId[] = LIST_IDS): boolean {
  if (!samePeriod(a, b) || !sameComparison(a, b)) return false;
  if (a.groupsAsOf !== b.groupsAsOf && haveGroups(lists)) return false;
  // The text distinguishes an empty list from All.
  return lists.every((list) => String(a.lists[list]) === String(b.lists[list]));
}

/** Whether the period is the default one. */
export function isDefaultPeriod(filters: Filters): boolean {
  return samePeriod(filters, DEFAULT_FILTERS);
}

/** Whether the filters that a bar shows are those that the user begins with. */
export function isAtDefaults(filters: Filters, bar: BarKind, first: Filters = DEFAULT_FILTERS): boolean {
  return sameFilters(filters, first, BAR_LISTS[bar]);
}

/** The filters with one list changed. */
export function withList(filters: Filters, list: ListId, selection: Selection): Filters {
  return { ...filters, lists: { ...filters.lists, [list]: selection } };
}

/**
 * The filters with another period. Chosen campaigns stay chosen: those that sent nothing in the other period add nothing
 * to its figures.
 */
export function withPeriod(filters: Filters, period: Period): Filters {
  return { ...filters, period };
}

/** The filters with what a bar shows as the user begins with it; filters of other screens stay. */
export function resetShown(filters: Filters, bar: BarKind, first: Filters = DEFAULT_FILTERS): Filters {
  const shown = Object.fromEntries(BAR_LISTS[bar].map((list) => [list, first.lists[list]]));
  const { groupsAsOf } = hasGroups(bar) ? first : filters;
  return { ...first, groupsAsOf, lists: { ...filters.lists, ...shown } };
}

/** The filters with a custom range. */
export function withRange(filters: Filters, range: Window): Filters {
  return { ...withPeriod(filters, "SELECTED_DATE"), range };
}

/** The filters with another comparison; chosen dates begin with those that are compared now. */
export function withComparison(filters: Filters, comparison: Comparison, compared: Window | null): Filters {
  return { ...filters, comparison, comparedRange: comparison === "SELECTED_DATES" ? compared : null };
}
