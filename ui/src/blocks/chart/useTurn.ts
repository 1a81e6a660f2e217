import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** Charts that wait to be drawn, in the order of the page. */
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
 * drawn in a task of its own, so that the page answers in between.
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
