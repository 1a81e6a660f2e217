import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** The charts waiting to be drawn, in the order of the page. */
const waiting = new Set<() => void>();
let isScheduled = false;

function schedule(): void {
  if (isScheduled || waiting.size === 0) return;
  isScheduled = true;
  setTimeout(() => {
    isScheduled = false;
    const [first] = waiting;
    if (!first) return;
    waiting.delete(first);
    flushSync(first);
    schedule();
  });
}

/**
 * Whether it is a chart's turn to be drawn. A chart takes tens of milliseconds, and a screen may have eight: each is
 * drawn in a separate task, so that the page stays responsive.
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
