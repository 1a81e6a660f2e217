import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expectNoHorizontalOverflow } from "./page";
import { expect } from "./test";

/** The window sizes used for every screen. */
const DEVICES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

/** The name of a window size. */
export type Device = keyof typeof DEVICES;

const DEVICE_NAMES = Object.keys(DEVICES) as Device[];

/** Every window size with its name. */
export const devices = DEVICE_NAMES.map((device) => [device, DEVICES[device]] as const);

/** Waits for animations to finish; inherited colours may follow a frame later. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((next) => requestAnimationFrame(next));
    const running = () =>
      document
        .getAnimations()
        // Scroll-driven animations do not finish.
        .filter(({ timeline }) => timeline instanceof DocumentTimeline)
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    do {
      await Promise.allSettled(running().map(({ finished }) => finished));
      await frame();
      await frame();
    } while (running().length > 0);
  });
}

type Theme = "light" | "dark";

/** The rules that depend on the theme; the others give the same result in both. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** Fails on accessibility violations. */
export async function expectNoViolations(page: Page, what: string, rules?: readonly string[]): Promise<void> {
  // The script stays in the page until the page is reloaded.
  const isThere = await page.evaluate(() => "axe" in window);
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: ";" } : {}) })
    // There are no frames, so axe needs no second page to collect results.
    .setLegacyMode(true)
    .options({ resultTypes: ["violations"] });
  const { violations } = await (rules ? axe.withRules([...rules]) : axe).analyze();
  const summary = violations.map(({ id, nodes }) => ({
    id,
    where: nodes.map(({ html, failureSummary }) => [html, failureSummary]),
  }));
  expect(summary, what).toEqual([]);
}

/** Both themes, the current one first, because a change redraws everything. */
async function themesOf(page: Page): Promise<readonly [Theme, Theme]> {
  const isDark = await page.evaluate(() => document.documentElement.dataset.theme === "dark");
  return isDark ? ["dark", "light"] : ["light", "dark"];
}

/**
 * Checks the page in its current state: it is accessible in both themes, and nothing scrolls horizontally.
 *
 * @param saveAs the name under which screenshots are saved with the test results
 */
export async function checkPage(page: Page, device: Device, what: string, saveAs?: string): Promise<void> {
  // A page that has only just been opened may still be empty.
  await page.locator("h1").first().waitFor({ state: "attached" });
  const themes = await themesOf(page);
  for (const [at, theme] of themes.entries()) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator(`html[data-theme="${theme}"]`)).toHaveCount(1);
    await waitForAnimations(page);
    if (saveAs) await page.screenshot({ path: `test-results/screens/${saveAs}-${theme}-${device}.png` });
    await expectNoViolations(page, `${what}, ${theme}`, at === 0 ? undefined : COLOUR_RULES);
  }
  await expectNoHorizontalOverflow(page);
}
