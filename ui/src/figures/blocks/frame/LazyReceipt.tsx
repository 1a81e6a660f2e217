import { useEffect, useRef } from "react";
import { lazyComponent, useLoaded } from "../../../kit/lazy";
import type { CopyReceiptProps } from "./CopyReceipt";

const Part = lazyComponent(async () => ({ default: (await import("./CopyReceipt")).CopyReceipt }));

/** The button that copies a receipt. The first screen does not wait for it. */
export function LazyReceipt(props: CopyReceiptProps) {
  const isLoaded = useLoaded(Part);
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
