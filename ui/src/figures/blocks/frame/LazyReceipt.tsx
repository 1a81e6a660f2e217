import { useEffect, useRef } from "react";
import { lazyComponent, useLoaded } from "../../../kit/lazy";
import type { CopyReceiptProps } from "./CopyReceipt";

const Part = lazyComponent(async () => ({ default: (await import("./Verify")).VerifyFigure }));

/** The proof of a figure. The first screen does not wait for it. */
export function LazyReceipt(props: CopyReceiptProps) {
  const isLoaded = useLoaded(Part);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A layer that had nothing to focus when it opened has the focus itself: it goes on to what is new.
    const layer = place.current?.closest("[role=dialog]");
    if (isLoaded && layer && layer === document.activeElement)
      place.current?.querySelector("summary")?.focus();
  }, [isLoaded]);
  return (
    isLoaded && (
      <div ref={place}>
        <Part {...props} />
      </div>
    )
  );
}
