import { currentProgram, useProgram } from "../../api/query";
import { useSession } from "../../api/session";
import type { ProgramInfo } from "../../generated/wire";
import { DEFAULT_COMPARISON, firstComparison } from "./comparison";
import { addDays, firstOfYear } from "./dates";
import { DEFAULT_FILTERS } from "./model";
import { periodWindow } from "./periods";

/**
 * The filters of a program whose data end before this year: the year of its last day with data, as in an address; null
 * where this year has data.
 */
export function filtersOfEndedData(program: ProgramInfo | undefined): string | null {
  if (!program?.dataFrom || !program.dataUntil) return null;
  const { today, dataFrom, dataUntil, fiscalYearStart } = program;
  if (dataUntil >= firstOfYear(addDays(today, -1), fiscalYearStart)) return null;
  const year = firstOfYear(dataUntil, fiscalYearStart);
  const startDate = year < dataFrom ? dataFrom : year;
  return JSON.stringify({ period: "SELECTED_DATE", startDate, endDate: dataUntil });
}

/** The filters of a program whose year to date is compared with the last, as in an address; null for those of calls. */
export function filtersOfProgram(program: ProgramInfo | undefined): string | null {
  if (program?.compareToDate !== "last_year") return null;
  const { period } = DEFAULT_FILTERS;
  const calendar = { yearStart: program.fiscalYearStart, firstWeekday: 0 } as const;
  const comparison = firstComparison(period, periodWindow(period, null, program.today, calendar), program);
  return comparison === DEFAULT_COMPARISON ? null : JSON.stringify({ period, comparison });
}

/** The filters that dashboards open with for this user or on these days, as in an address; null for those of the program. */
export function ownFilters(): string | null {
  return useSession.getState().user?.preferences.filters ?? filtersOfEndedData(currentProgram());
}

/** The filters that dashboards open with, as in an address; null for the defaults of calls. */
export function useOwnFilters(): string | null {
  const own = useSession(({ user }) => user?.preferences.filters ?? null);
  const program = useProgram().data;
  return own ?? filtersOfEndedData(program) ?? filtersOfProgram(program);
}
