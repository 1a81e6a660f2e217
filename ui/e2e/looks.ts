import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expectNothingSideways } from "./page";
import { expect } from "./test";

/** The windows every screen is looked at in. */
export const DEVICES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

/** The name of a window. */
export type Device = keyof typeof DEVICES;

const DEVICE_NAMES = Object.keys(DEVICES) as Device[];

/** Every window with its name. */
export const devices = DEVICE_NAMES.map((device) => [device, DEVICES[device]] as const);

/** Waits for the end of what moves. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((one) => one.finished),
    ).then(() => undefined),
  );
}

/** Fails where the page keeps somebody out. */
async function expectNoViolations(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // There are no frames, so axe needs no second page to gather what it found.
    .setLegacyMode(true)
    .options({ resultTypes: ["violations"] })
    .analyze();
  const told = violations.map(({ id, nodes }) => ({
    id,
    where: nodes.map(({ html, failureSummary }) => [html, failureSummary]),
  }));
  expect(told, what).toEqual([]);
}

/**
 * Looks at the page as it stands: in either theme it keeps nobody out, and nothing scrolls sideways.
 *
 * @param kept the name of the pictures that are kept beside the tests' results
 */
export async function look(page: Page, device: Device, what: string, kept?: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator(`html[data-theme="${colorScheme}"]`)).toHaveCount(1);
    await atRest(page);
    if (kept) await page.screenshot({ path: `test-results/screens/${kept}-${colorScheme}-${device}.png` });
    await expectNoViolations(page, `${what}, ${colorScheme}`);
  }
  await expectNothingSideways(page);
}
