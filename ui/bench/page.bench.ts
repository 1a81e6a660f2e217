/** How long the page takes in Chromium, from an action to the last visible change. Prints, and asserts nothing. */
import type { Page } from "@playwright/test";
import { idle, navigate, open } from "../e2e/page";
import { guarded } from "../e2e/specified";
import { test } from "../e2e/test";

/** The screen counts as stable after this long without a change. */
const STABLE_MS = 400;
const ROUNDS = 3;
const LIST_ROWS = 10_000;
/** A nearly empty screen, to leave the measured one. */
const ELSEWHERE = "/content-elements";

type Measured = { readonly lastChange: number; readonly longestTask: number; readonly longestFrame: number };

declare global {
  interface Window {
    bench: { lastChange: number; longestTask: number };
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`);
const ms = (time: number) => `${time.toFixed(0)} ms`.padStart(8);
const median = (times: readonly number[]) => [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0;

/** Makes the page record its last visible change, in the document or on a canvas, and its longest task. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.bench = { lastChange: 0, longestTask: 0 };
    /** What is below the fold may come later: only what the reader sees counts. */
    const changed = (target: Node | null) => {
      const element = target instanceof Element ? target : target?.parentElement;
      if (!element) return;
      const { top, bottom } = element.getBoundingClientRect();
      if (top < innerHeight && bottom > 0) window.bench.lastChange = performance.now();
    };
    new MutationObserver((changes) => {
      for (const { target } of changes) changed(target);
    }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
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
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        window.bench.longestTask = Math.max(window.bench.longestTask, duration);
    }).observe({ type: "longtask", buffered: true });
  });
}

/** Runs an action and waits until the screen stops changing. */
async function measure(page: Page, action: () => Promise<void>): Promise<Measured> {
  // The clock is the page's, so that the time to reach the browser does not count.
  const begun = await page.evaluate(() => {
    window.bench = { lastChange: performance.now(), longestTask: 0 };
    return performance.now();
  });
  const frames = page.evaluate(async (stable) => {
    let longest = 0;
    for (let last = performance.now(); performance.now() - window.bench.lastChange < stable; ) {
      await new Promise(requestAnimationFrame);
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }
    return longest;
  }, STABLE_MS);
  await action();
  const longestFrame = await frames;
  const { lastChange, longestTask } = await page.evaluate(() => window.bench);
  return { lastChange: lastChange - begun, longestTask, longestFrame };
}

/** Goes to a screen and waits for its figures. */
async function visit(page: Page, route: string): Promise<void> {
  await navigate(page, route);
  await idle(page);
}

test("every screen, warm", async ({ page }) => {
  await watch(page);
  const routes = Object.entries(guarded);
  await open(page, "/executive-summary");
  // Warm-up: one visit to each screen.
  for (const [route] of routes) await visit(page, route);

  say(`\nEvery screen, warm: last visible change, longest task; medians of ${ROUNDS}`);
  const worst = { change: 0, task: 0 };
  for (const [route, title] of routes) {
    const runs: Measured[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await visit(page, ELSEWHERE);
      runs.push(await measure(page, () => navigate(page, route)));
      await idle(page);
    }
    const [change, task] = [
      median(runs.map((run) => run.lastChange)),
      median(runs.map((run) => run.longestTask)),
    ];
    worst.change = Math.max(worst.change, change);
    worst.task = Math.max(worst.task, task);
    say(`${ms(change)} ${ms(task)}  ${title}`);
  }
  say(`slowest: ${ms(worst.change).trim()}, longest task ${ms(worst.task).trim()}`);
});

test("a list of many rows", async ({ page }) => {
  await watch(page);
  await page.route(/\/content\/dashboard\/articles\/breakdown/, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const rows = Array.from({ length: LIST_ROWS }, (_, at) => ({
      name: `Article ${at} of a program with very many articles`,
      visits: (at * 7919) % 100_003,
    }));
    const fill = (block: { type?: string; data: unknown; total?: number }) => {
      if (block?.type === "ARTICLES_VISITED") Object.assign(block, { data: rows, total: rows.length });
    };
    fill(body);
    for (const block of Object.values(body)) fill(block as { data: unknown });
    await route.fulfill({ response: answer, json: body });
  });
  await open(page, "/content-dashboard/articles-breakdown");
  const region = page.getByRole("region", { name: "Articles Visited", exact: true });
  const all = region.getByRole("button", { name: /^Show all/ });
  if (await all.isVisible()) await all.click();
  await idle(page);

  say(`\nA list of ${LIST_ROWS.toLocaleString("en")} rows: last visible change, longest task, longest frame`);
  const report = ({ lastChange, longestTask, longestFrame }: Measured, what: string) =>
    say(`${ms(lastChange)} ${ms(longestTask)} ${ms(longestFrame)}  ${what}`);
  const header = region.getByRole("columnheader").getByRole("button");
  for (const [at, what] of [
    [0, "sorted by name"],
    [1, "sorted by figure"],
  ] as const) {
    const button = header.nth(at);
    report(await measure(page, () => button.evaluate((element: HTMLElement) => element.click())), what);
  }
  const scrolled = await measure(page, () =>
    page.evaluate(async () => {
      for (let step = 0; step < 120; step++) {
        window.scrollBy(0, 300);
        await new Promise(requestAnimationFrame);
      }
    }),
  );
  report(scrolled, "scrolled by 36,000 pixels in 120 frames");
  const search = region.getByRole("searchbox");
  if (await search.isVisible()) report(await measure(page, () => search.fill("77")), "searched");
});
