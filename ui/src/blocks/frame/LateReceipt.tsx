import { latePart, useIsLoaded } from "../../kit/late";
import type { CopyReceiptProps } from "./CopyReceipt";

const Part = latePart(async () => ({ default: (await import("./CopyReceipt")).CopyReceipt }));

/** The button that copies a receipt. The first screen does not wait for it. */
export function LateReceipt(props: CopyReceiptProps) {
  return useIsLoaded(Part) && <Part {...props} />;
}
