import { useEffect, useRef } from "react";
import { latePart, useIsLoaded } from "../../../kit/late";
import type { CopyReceiptProps } from "./CopyReceipt";

const Part = latePart(async () => ({ default: (await import("./CopyReceipt")).CopyReceipt }));

/** The button that copies a receipt. The first screen does not wait for it. */
export function LateReceipt(props: CopyReceiptProps) {
  const isLoaded = useIsLoaded(Part);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A layer that had nothing to focus when it opened has the focus itself: it goes on to the button.
    const layer = place.current?.closest("[role=dialog]");
    if (isLoaded && layer && layer === document.activeElement)
      place.current?.querySelector("button")?.focus();
  }, [isLoaded]);
  return (
    isLoaded && (
      <div ref={place}>
        <Part {...props} />
      </div>
    )
  );
}
