/** Measures what an action costs in Chromium: the time to its last visible change, and the work of the main thread. */
import type { Browser, Page } from "@playwright/test";

/** An action is over when nothing has changed and no call was pending for this long. */
const STABLE_MS = 400;

/** The most that an action may take, in milliseconds. */
export const WANTED = { lastChange: 200, work: 100 } as const;

/** What an action cost, in milliseconds. */
export type Measured = {
  /** From the action until the last change that the reader sees is painted. */
  readonly lastChange: number;
  /** Processor time of the main thread until then. */
  readonly work: number;
  /** Processor time of the main thread after it: what is below the fold, and what is loaded in advance. */
  readonly later: number;
  /** Processor time of the longest task. */
  readonly longestTask: number;
};

declare global {
  interface Window {
    bench: {
      /** When each part of the page changed last. */
      readonly changes: Map<Node, number>;
      lastChange: number;
      /** When frames with changes were painted. */
      readonly frames: number[];
      calls: number;
    };
  }
}

/** Makes a page record its changes, in the document or on a canvas, and its pending calls. */
export async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const changes = new Map<Node, number>();
    const frames: number[] = [];
    window.bench = { changes, lastChange: 0, frames, calls: 0 };
    let isFrameAwaited = false;
    const changed = (target: Node) => {
      window.bench.lastChange = performance.now();
      changes.set(target, window.bench.lastChange);
      if (isFrameAwaited) return;
      isFrameAwaited = true;
      requestAnimationFrame(() =>
        setTimeout(() => {
          isFrameAwaited = false;
          frames.push(performance.now());
        }),
      );
    };
    new MutationObserver((records) => {
      for (const record of records) {
        const { target, attributeName, oldValue, addedNodes, removedNodes, previousSibling, nextSibling } =
          record;
        // What was only written again, and addresses of links, cannot be seen.
        const isSame = attributeName !== null && (target as Element).getAttribute(attributeName) === oldValue;
        if (isSame || attributeName === "href") continue;
        // Of an element that gains or loses a part only that part has changed, or what is next to it.
        if (addedNodes.length > 0) addedNodes.forEach(changed);
        else if (removedNodes.length > 0) changed(nextSibling ?? previousSibling ?? target);
        else changed(target);
      }
    }).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeOldValue: true,
    });
    for (const draw of ["fill", "stroke", "fillText"] as const) {
      const own = CanvasRenderingContext2D.prototype[draw] as (...values: unknown[]) => void;
      CanvasRenderingContext2D.prototype[draw] = function (
        this: CanvasRenderingContext2D,
        ...values: unknown[]
      ) {
        changed(this.canvas);
        own.apply(this, values);
      };
    }
    const ownFetch = window.fetch;
    window.fetch = async (...request) => {
      window.bench.calls++;
      try {
        return await ownFetch(...request);
      } finally {
        window.bench.calls--;
      }
    };
  });
}

/** An event of a trace; times are in microseconds. */
type TraceEvent = {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** The processor time of a task. */
  readonly tdur?: number;
};

/** The mark in the trace at which an action begins. */
const BEGUN = "bench begun";

/** Runs an action and waits until the page stops changing. */
export async function measure(page: Page, action: () => Promise<unknown>): Promise<Measured> {
  const browser = page.context().browser() as Browser;
  await browser.startTracing(page, { categories: ["toplevel", "blink.user_timing"] });
  // The clock is the page's, so that the time to reach the browser does not count.
  const begun = await page.evaluate((mark) => {
    window.bench.changes.clear();
    window.bench.frames.length = 0;
    window.bench.lastChange = performance.now();
    performance.mark(mark);
    return performance.now();
  }, BEGUN);
  await action();
  const lastChange = await page.evaluate(async (stable) => {
    while (window.bench.calls > 0 || performance.now() - window.bench.lastChange < stable)
      await new Promise((resolve) => setTimeout(resolve, 50));
    /** What is below the fold may come later: only what the reader sees counts. */
    const isSeen = (target: Node) => {
      const element = target instanceof Element ? target : target.parentElement;
      if (!element?.isConnected) return false;
      const { top, bottom } = element.getBoundingClientRect();
      return top < innerHeight && bottom > 0;
    };
    const changes = [...window.bench.changes].flatMap(([target, at]) => (isSeen(target) ? [at] : []));
    const last = Math.max(0, ...changes);
    // The reader sees it once it is painted.
    return window.bench.frames.find((at) => at >= last) ?? last;
  }, STABLE_MS);
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  return workOf(trace.traceEvents, Math.max(0, lastChange - begun));
}

function workOf(events: readonly TraceEvent[], lastChange: number): Measured {
  const begun = events.find(({ name }) => name === BEGUN);
  if (!begun) throw new Error("The trace does not say when the action began.");
  const tasks = events
    .filter(
      ({ name, ph, pid, tid, ts }) =>
        name === "ThreadControllerImpl::RunTask" &&
        ph === "X" &&
        pid === begun.pid &&
        tid === begun.tid &&
        ts >= begun.ts,
    )
    .sort((a, b) => a.ts - b.ts);
  const sum = { work: 0, later: 0, longestTask: 0 };
  let end = 0;
  for (const { ts, dur = 0, tdur = 0 } of tasks) {
    // A task inside another is part of it.
    if (ts < end) continue;
    end = ts + dur;
    const time = tdur / 1000;
    sum[ts <= begun.ts + lastChange * 1000 ? "work" : "later"] += time;
    sum.longestTask = Math.max(sum.longestTask, time);
  }
  return { lastChange, ...sum };
}

const median = (times: readonly number[]) => [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0;

/** The medians of several runs. */
export function medians(runs: readonly Measured[]): Measured {
  const of = (part: keyof Measured) => median(runs.map((run) => run[part]));
  return {
    lastChange: of("lastChange"),
    work: of("work"),
    later: of("later"),
    longestTask: of("longestTask"),
  };
}

/** Writes a line. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const ms = (time: number) => time.toFixed(0).padStart(7);

/** Writes what the columns of {@link report} are. */
export function head(title: string): void {
  const { lastChange, work } = WANTED;
  say(
    `\n${title}\nms: to the last visible change (wanted: ${lastChange}), work of the main thread until then`,
  );
  say(`(wanted: ${work}), work after it, longest task`);
}

/** Writes what an action cost; a mark says that it is more than wanted. */
export function report(what: string, measured: Measured): void {
  const { lastChange, work, later, longestTask } = measured;
  const isOver = lastChange > WANTED.lastChange || work > WANTED.work;
  say(`${[lastChange, work, later, longestTask].map(ms).join("")} ${isOver ? "!" : " "} ${what}`);
}
