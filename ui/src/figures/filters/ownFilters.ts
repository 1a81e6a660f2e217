import { currentProgram, useProgram } from "../../api/query";
import { useSession } from "../../api/session";
import type { ProgramInfo } from "../../generated/wire";
import { addDays, firstOfYear } from "./dates";

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

/**
 * The filters that dashboards open with, as in an address: those that the session's user has set, else those of the last
 * days with data; null for the defaults.
 */
export function ownFilters(): string | null {
  return useSession.getState().user?.preferences.filters ?? filtersOfEndedData(currentProgram());
}

/** As {@link ownFilters}, for components. */
export function useOwnFilters(): string | null {
  const own = useSession(({ user }) => user?.preferences.filters ?? null);
  const program = useProgram().data;
  return own ?? filtersOfEndedData(program);
}
