import { FILTERS_PARAM } from "../../api/paths";
import { currentProgram } from "../../api/query";
import type { Comparison, Period, ProgramInfo } from "../../generated/wire";
import { COMPARISONS, DEFAULT_COMPARISON } from "./comparison";
import { readGroupsAsOf } from "./groupsAsOf";
import {
  DEFAULT_FILTERS,
  type Filters,
  isValidRange,
  LIST_IDS,
  LISTS,
  type ListId,
  periodParams,
  sameFilters,
} from "./model";
import { filtersOfProgram, ownFilters } from "./ownFilters";
import { PERIODS } from "./periods";
import type { Selection } from "./selection";

/** The query parameter with the page a breakdown was reached from. */
export const FROM_PAGE_PARAM = "fromPage";

type Written = { [field: string]: unknown };

const isPeriod = (value: unknown): value is Period => PERIODS.some((period) => period === value);
const isComparison = (value: unknown): value is Comparison => COMPARISONS.some((one) => one === value);
/** Ids are positive and fit 32 bits; the server rejects others. */
const MAX_ID = 2 ** 31 - 1;

const isId = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value > 0 && value <= MAX_ID;

function readList(written: Written, list: ListId): Selection {
  const { ids, all } = LISTS[list];
  const value = written[ids];
  // As on the server: a given list counts unless its All flag is true.
  if (!Array.isArray(value) || (written[all] ?? false) !== false) return "all";
  return [...new Set(value.filter(isId))].sort((a, b) => a - b);
}

/**
 * Reads the JSON text of the URL. A person may have edited it: each invalid part takes its
 * default, so that no link ever breaks a screen.
 *
 * @param today the program's day, after which no range may end; undefined until it is known
 * @param program what it says of the groups of its members
 */
export function decodeFilters(
  text: string | null,
  today?: string,
  program: Pick<ProgramInfo, "groupsAsOf" | "groupsHistorySince"> | undefined = currentProgram(),
): Filters {
  if (!text) return DEFAULT_FILTERS;
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch {
    return DEFAULT_FILTERS;
  }
  if (typeof written !== "object" || written === null || Array.isArray(written)) return DEFAULT_FILTERS;
  const fields = written as Written;
  const range = { start: fields.startDate as string, end: fields.endDate as string };
  const period = isPeriod(fields.period) ? fields.period : DEFAULT_FILTERS.period;
  const isRange = isValidRange(range, today);
  const compared = { start: fields.comparisonStartDate as string, end: fields.comparisonEndDate as string };
  const comparison = isComparison(fields.comparison) ? fields.comparison : DEFAULT_COMPARISON;
  const comparesDates = comparison === "SELECTED_DATES" && isValidRange(compared, today);
  const lists = Object.fromEntries(LIST_IDS.map((list) => [list, readList(fields, list)]));
  return {
    // A custom period without dates is the server's default, which is this year.
    period: period === "SELECTED_DATE" && !isRange ? DEFAULT_FILTERS.period : period,
    range: isRange ? range : null,
    comparison: comparison === "SELECTED_DATES" && !comparesDates ? DEFAULT_COMPARISON : comparison,
    comparedRange: comparesDates ? compared : null,
    lists: lists as Filters["lists"],
    groupsAsOf: readGroupsAsOf(fields.groupsAsOf, program),
  };
}

/** Writes the filters for the URL, with the field names of the API; defaults are left out. */
export function encodeFilters(filters: Filters): string {
  const written = periodParams(filters);
  for (const list of LIST_IDS) {
    const selection = filters.lists[list];
    if (selection === "all") continue;
    written[LISTS[list].all] = false;
    written[LISTS[list].ids] = [...selection];
  }
  if (filters.groupsAsOf) written.groupsAsOf = filters.groupsAsOf;
  return JSON.stringify(written);
}

/** The query string (with `?`, or empty) with the filters and the page the reader came from. */
export function filtersSearch(filters: Filters, fromPage?: string): string {
  const search = new URLSearchParams();
  // Without the parameter, a user with own filters would get those.
  const first = decodeFilters(filtersOfProgram(currentProgram()));
  if (ownFilters() !== null || !sameFilters(filters, first))
    search.set(FILTERS_PARAM, encodeFilters(filters));
  if (fromPage) search.set(FROM_PAGE_PARAM, fromPage);
  const text = search.toString();
  return text ? `?${text}` : "";
}

/** The query string of the same page with other filters; its other parameters stay. */
export function searchWith(search: string, filters: Filters): string {
  const next = new URLSearchParams(filtersSearch(filters));
  for (const [name, value] of new URLSearchParams(search)) {
    if (name !== FILTERS_PARAM) next.append(name, value);
  }
  const text = next.toString();
  return text ? `?${text}` : "";
}

/** A link to a path with the filters. */
export function withFilters(to: string, filters: Filters, fromPage?: string): string {
  return to + filtersSearch(filters, fromPage);
}
