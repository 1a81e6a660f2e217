import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** The charts waiting to be drawn, in the order of the page. */
const waiting = new Set<() => void>();
let isScheduled = false;
/** How long charts are begun in one task: long enough for two or three, which are painted in the same frame. */
const BUDGET_MS = 8;

function schedule(): void {
  if (isScheduled || waiting.size === 0) return;
  isScheduled = true;
  setTimeout(() => {
    isScheduled = false;
    const end = performance.now() + BUDGET_MS;
    for (const begin of waiting) {
      waiting.delete(begin);
      flushSync(begin);
      if (performance.now() >= end) break;
    }
    schedule();
  });
}

/**
 * Whether it is a chart's turn to be drawn. A screen may have eight charts: they are begun a few at a time, so that the
 * page answers in between.
 */
export function useTurn(): boolean {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    const begin = () => setOn(true);
    waiting.add(begin);
    schedule();
    return () => {
      waiting.delete(begin);
    };
  }, []);
  return isOn;
}
