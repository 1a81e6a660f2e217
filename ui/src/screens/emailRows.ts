import type { RowsAnswer } from "../api/generated/calls";
import type { FilterParams } from "../api/generated/wire";
import { wholeRows } from "../blocks/answers";

/** The campaign screens as a list. */
export function screenRows(rows: RowsAnswer<"api/v1/emails/dashboard/screens">) {
  return { SCREENS: wholeRows(rows) };
}

/**
 * The schedule as a list. Its answer does not tell how many rows there are, and it holds what is to come
 * unless everything is asked for: until then there may be more, however few came and whether or not a
 * number of them was asked for.
 */
export function scheduleRows(
  rows: RowsAnswer<"api/v1/emails/dashboard/schedules">,
  { recordCount }: FilterParams,
) {
  return { SCHEDULE: { ...wholeRows(rows), asked: recordCount === 0 ? null : rows.length } };
}
