import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expectNothingSideways } from "./page";
import { expect } from "./test";

/** The windows every screen is looked at in. */
const DEVICES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

/** The name of a window. */
export type Device = keyof typeof DEVICES;

const DEVICE_NAMES = Object.keys(DEVICES) as Device[];

/** Every window with its name. */
export const devices = DEVICE_NAMES.map((device) => [device, DEVICES[device]] as const);

/** Waits for the end of what moves; what inherits a colour may follow a frame later. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((next) => requestAnimationFrame(next));
    const moving = () =>
      document
        .getAnimations()
        // What follows the scrolling ends only where that does.
        .filter((one) => one.timeline instanceof DocumentTimeline)
        .filter((one) => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    do {
      await Promise.allSettled(moving().map((one) => one.finished));
      await frame();
      await frame();
    } while (moving().length > 0);
  });
}

type Theme = "light" | "dark";

/** What the theme alone decides; the rest is the same in both. */
const BY_COLOUR = ["color-contrast", "link-in-text-block"];

/** Fails where the page keeps somebody out. */
async function expectNoViolations(page: Page, what: string, rules?: readonly string[]): Promise<void> {
  // The script stays with the page until that is loaded anew.
  const isThere = await page.evaluate(() => "axe" in window);
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: ";" } : {}) })
    // There are no frames, so axe needs no second page to gather what it found.
    .setLegacyMode(true)
    .options({ resultTypes: ["violations"] });
  const { violations } = await (rules ? axe.withRules([...rules]) : axe).analyze();
  const summary = violations.map(({ id, nodes }) => ({
    id,
    where: nodes.map(({ html, failureSummary }) => [html, failureSummary]),
  }));
  expect(summary, what).toEqual([]);
}

/** Both themes, the one on screen first: to change it draws everything anew. */
async function themesOf(page: Page): Promise<readonly [Theme, Theme]> {
  const isDark = await page.evaluate(() => document.documentElement.dataset.theme === "dark");
  return isDark ? ["dark", "light"] : ["light", "dark"];
}

/**
 * Looks at the page as it stands: in either theme it keeps nobody out, and nothing scrolls sideways.
 *
 * @param kept the name of the pictures that are kept beside the tests' results
 */
export async function look(page: Page, device: Device, what: string, kept?: string): Promise<void> {
  const themes = await themesOf(page);
  for (const [at, theme] of themes.entries()) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator(`html[data-theme="${theme}"]`)).toHaveCount(1);
    await atRest(page);
    if (kept) await page.screenshot({ path: `test-results/screens/${kept}-${theme}-${device}.png` });
    await expectNoViolations(page, `${what}, ${theme}`, at === 0 ? undefined : BY_COLOUR);
  }
  await expectNothingSideways(page);
}
