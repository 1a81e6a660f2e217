import type { Hidden, HiddenFields, TableRow } from "../../api/generated/wire";

/** Why a figure of a row is hidden; undefined if it is shown. */
export function hiddenIn({ hidden }: TableRow, field: string): Hidden | undefined {
  return (hidden as HiddenFields | undefined)?.[field];
}
