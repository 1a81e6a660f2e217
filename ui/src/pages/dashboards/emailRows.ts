import { wholeRows } from "../../figures/blocks/blockData";
import type { RowsAnswer } from "../../generated/calls";
import type { FilterParams } from "../../generated/wire";
import { formatDayOfWeek } from "../../texts/format";

/** The campaign screens as a list. */
export function screenRows(rows: RowsAnswer<"api/v1/emails/dashboard/screens">) {
  return { SCREENS: wholeRows(rows) };
}

/**
 * The schedule as a list. Its answer has no total, and contains only future entries
 * unless everything is requested: until then there may be more rows, however few were returned, and with
 * or without a limit.
 */
export function scheduleRows(
  rows: RowsAnswer<"api/v1/emails/dashboard/schedules">,
  { recordCount }: FilterParams,
) {
  // Answers name weekdays in English, whatever the language.
  const named = rows.map((row) => ({ ...row, dayOfWeek: formatDayOfWeek(row.date) }));
  return { SCHEDULE: { ...wholeRows(named), limit: recordCount === 0 ? null : rows.length } };
}
