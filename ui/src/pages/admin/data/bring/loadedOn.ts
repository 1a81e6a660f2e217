import { FILTERS_PARAM, HOME, pathTo } from "../../../../api/paths";
import type { FilledTable } from "../../../../generated/wire";

/** What is planned says nothing of the days that have data. */
const PLANNED = "email_schedule";

/** The address of the Program Monitor on the last twelve months that have data. */
export function loadedOn(filled: readonly Pick<FilledTable, "table" | "firstDay" | "lastDay">[]): string {
  const days = filled
    .filter(({ table }) => table !== PLANNED)
    .flatMap(({ firstDay, lastDay }) => (firstDay && lastDay ? [firstDay, lastDay] : []))
    .sort();
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return pathTo(HOME);
  const [year = 0, month = 1] = last.split("-").map(Number);
  const yearBefore = `${month === 12 ? year : year - 1}-${String((month % 12) + 1).padStart(2, "0")}-01`;
  const filters = {
    period: "SELECTED_DATE",
    startDate: first > yearBefore ? first : yearBefore,
    endDate: last,
  };
  return pathTo(HOME, new URLSearchParams({ [FILTERS_PARAM]: JSON.stringify(filters) }));
}
