/**
 * What the browser restyles. A selector such as `body:has(.x) .y` makes it restyle the whole page whenever anything is
 * added to it, which costs each chart of a screen more than drawing it.
 */
import { idle, open } from "./page";
import { expect, test } from "./test";

type TraceEvent = { readonly name: string; readonly args?: { readonly elementCount?: number } };

test("what is added to a chart restyles its surroundings, not the page", async ({ page }) => {
  await open(page, "/emails-dashboard/performance-breakdown");
  await idle(page);
  const all = await page.locator("*").count();
  const browser = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  browser.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await browser.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["devtools.timeline"] },
  });
  await page.evaluate(() => {
    const chart = document.querySelector("canvas")?.parentElement;
    if (!chart) throw new Error("no chart is drawn");
    chart.append(document.createElement("div"));
    // Reading a size makes the browser restyle at once.
    return chart.clientWidth;
  });
  const complete = new Promise((resolve) => browser.once("Tracing.tracingComplete", resolve));
  await browser.send("Tracing.end");
  await complete;
  const restyled = events
    .filter(({ name }) => name === "UpdateLayoutTree")
    .map(({ args }) => args?.elementCount ?? 0);
  expect(restyled.length).toBeGreaterThan(0);
  expect(all).toBeGreaterThan(500);
  expect(Math.max(...restyled)).toBeLessThan(100);
});
