import type { FilterParams } from "../api/generated/wire";
import { bareBlock } from "../blocks/bareBlock";
import type { Blocks } from "../blocks/declaration";

const rowsIn = (body: unknown): unknown[] => (Array.isArray(body) ? body : []);

/** The campaign screens as a list. */
export function screenRows(body: unknown): Blocks {
  return { SCREENS: bareBlock("SCREENS", rowsIn(body)) };
}

/**
 * The schedule as a list. Its answer does not tell how many rows there are, and it holds what is to come
 * unless everything is asked for: until then there may be more, however few came and whether or not a
 * number of them was asked for.
 */
export function scheduleRows(body: unknown, { recordCount }: FilterParams): Blocks {
  const rows = rowsIn(body);
  return { SCHEDULE: bareBlock("SCHEDULE", rows, recordCount === 0 ? null : rows.length) };
}
