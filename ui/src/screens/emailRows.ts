import type { FilterParams } from "../api/generated/wire";
import { bareBlock } from "../blocks/bareBlock";
import type { Blocks } from "../blocks/declaration";

/**
 * Reads an answer of bare rows as one list.
 *
 * Such an answer does not tell how many rows there are. Where a number of them was asked for there may be
 * more, however few came: a schedule also goes back to the period's start once all of it is asked for.
 *
 * @param type the id the list is declared under
 */
export function emailRows(type: string): (body: unknown, params: FilterParams) => Blocks {
  return (body, { recordCount }) => {
    const data = Array.isArray(body) ? body : [];
    return { [type]: bareBlock(type, data, recordCount ? Math.min(recordCount, data.length) : null) };
  };
}
