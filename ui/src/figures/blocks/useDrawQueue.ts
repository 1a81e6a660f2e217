import { type RefObject, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { whenIdle } from "../../kit/whenIdle";

/** What waits to be drawn, by where, in the order of the page. */
const waiting = new Map<Element, () => void>();
/** What of it the reader sees. */
const seen = new Set<Element>();
/** How long drawing begins in one task: long enough for two or three charts, which are painted in the same frame. */
const BUDGET_MS = 8;
/** How far below the window something may be and count as seen. */
const MARGIN = "0px";

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

/** Begins what the reader sees, as much as fits in a task. */
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

/** Begins the rest one by one, whenever the browser is idle. */
function awaitIdle(): void {
  if (isIdleAwaited || waiting.size === 0) return;
  isIdleAwaited = true;
  const beginNext = () => {
    isIdleAwaited = false;
    const next = [...waiting.keys()].find((one) => !seen.has(one));
    if (next) begin(next);
    awaitIdle();
  };
  whenIdle(beginNext, 1000);
}

/** How something waits in the queue. */
type Waiting = {
  /** Whether it can be drawn; true unless given. */
  readonly isReady?: boolean;
  /** Whether it is drawn as soon as it can be. */
  readonly isFirst?: boolean;
};

/**
 * Whether a block or a chart is to be drawn, for which all of a page wait in one queue. A screen may have eight: those that the reader sees are begun
 * a few at a time, so that the page answers in between, and the others when the browser is idle. What has begun stays.
 *
 * @param place where it is drawn; until its turn, an element of about its size
 */
export function useDrawQueue(place: RefObject<Element | null>, how: Waiting = {}): boolean {
  const { isReady = true, isFirst = false } = how;
  const [isOn, setOn] = useState(isFirst);
  useEffect(() => {
    const element = place.current;
    if (!element || !isReady || isOn) return;
    waiting.set(element, () => setOn(true));
    observer.observe(element);
    awaitIdle();
    return () => leave(element);
  }, [place, isReady, isOn]);
  return isReady && isOn;
}
