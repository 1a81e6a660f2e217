import { type RefObject, useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** The charts that wait to be drawn, by where, in the order of the page. */
const waiting = new Map<Element, () => void>();
/** Those of them that the reader sees. */
const seen = new Set<Element>();
/** How long charts are begun in one task: long enough for two or three, which are painted in the same frame. */
const BUDGET_MS = 8;
/** How far below the window a chart may be and count as seen. */
const MARGIN = "0px 0px 25% 0px";

// Asking for positions would lay out the page, which changes once more before it is painted.
const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) seen.add(target);
    beginSeen();
  },
  { rootMargin: MARGIN },
);

function leave(place: Element): void {
  waiting.delete(place);
  seen.delete(place);
  observer.unobserve(place);
}

function begin(place: Element): void {
  const start = waiting.get(place);
  leave(place);
  if (start) flushSync(start);
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** Begins the charts that the reader sees, as many as fit in a task. */
function beginSeen(): void {
  clearTimeout(timer);
  const end = performance.now() + BUDGET_MS;
  for (const place of [...waiting.keys()].filter((one) => seen.has(one))) {
    begin(place);
    if (performance.now() >= end) break;
  }
  if (seen.size > 0) timer = setTimeout(beginSeen);
}

let isIdleAwaited = false;

/** Begins the other charts one by one, whenever the browser is idle. */
function awaitIdle(): void {
  if (isIdleAwaited || waiting.size === 0) return;
  isIdleAwaited = true;
  const beginNext = () => {
    isIdleAwaited = false;
    const next = [...waiting.keys()].find((one) => !seen.has(one));
    if (next) begin(next);
    awaitIdle();
  };
  if (typeof requestIdleCallback === "function") requestIdleCallback(beginNext, { timeout: 1000 });
  else setTimeout(beginNext, 50);
}

/**
 * Whether it is a chart's turn to be drawn. A screen may have eight charts: those that the reader sees are begun a few at
 * a time, so that the page answers in between, and the others when the browser is idle.
 *
 * @param place where the chart is drawn
 */
export function useTurn(place: RefObject<Element | null>): boolean {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    waiting.set(element, () => setOn(true));
    observer.observe(element);
    awaitIdle();
    return () => leave(element);
  }, [place]);
  return isOn;
}
