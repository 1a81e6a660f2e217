import { type RefObject, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { whenIdle } from "../../kit/whenIdle";

/** How long drawing begins in one task: long enough for two or three charts, which are painted in the same frame. */
const BUDGET_MS = 8;

/** What waits to be drawn, in the order of the page: how it begins, and whether the reader sees its place. */
const waiting = new Map<Element, { start(): void; isSeen: boolean }>();

// Asking for positions would lay out the page, which changes once more before it is painted.
const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const one = waiting.get(target);
    if (one && isIntersecting) one.isSeen = true;
  }
  beginSeen();
});

function leave(place: Element): void {
  waiting.delete(place);
  observer.unobserve(place);
}

/** Begins the next one that the reader sees, or that nobody sees yet; whether there was one. */
function beginNext(seen: boolean): boolean {
  const [place, next] = [...waiting].find(([, { isSeen }]) => isSeen === seen) ?? [];
  if (!place || !next) return false;
  leave(place);
  flushSync(next.start);
  return true;
}

let timer: ReturnType<typeof setTimeout> | undefined;
/** Begins what the reader sees, as much as fits in a task. */
function beginSeen(): void {
  clearTimeout(timer);
  const end = performance.now() + BUDGET_MS;
  while (beginNext(true)) {
    if (performance.now() < end) continue;
    timer = setTimeout(beginSeen);
    return;
  }
}

let isIdleAwaited = false;
/** Begins the rest one by one, whenever the browser is idle. */
function awaitIdle(): void {
  if (isIdleAwaited || waiting.size === 0) return;
  isIdleAwaited = true;
  whenIdle(() => {
    isIdleAwaited = false;
    beginNext(false);
    awaitIdle();
  }, 1000);
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
    waiting.set(element, { start: () => setOn(true), isSeen: false });
    observer.observe(element);
    awaitIdle();
    return () => leave(element);
  }, [place, isReady, isOn]);
  return isReady && isOn;
}
