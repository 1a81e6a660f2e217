import type { Hidden, HiddenFields } from "../../../generated/wire";

/** Why a figure of a row is hidden; undefined if it is shown. */
export function hiddenIn(
  { hidden }: { readonly [field: string]: unknown },
  field: string,
): Hidden | undefined {
  return (hidden as HiddenFields | undefined)?.[field];
}
