import { AxeBuilder } from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import { expectNoHorizontalOverflow } from "./page";
import { expect } from "./test";

/** A phone. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

/** A window of 1440 by 900 pixels at 200 %. */
export const ZOOMED = { width: 720, height: 450 };

/** The windows in which layers and states of the page are checked: a desktop in both themes, a phone in dark. */
const DEVICES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { ...PHONE, colorScheme: "dark" },
} as const;

/** Saves a picture in the folder `E2E_PICTURES`, if it is set: for comparing two builds. */
export async function picture(page: Page, name: string, fullPage = false): Promise<void> {
  const folder = process.env.E2E_PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name.replaceAll("/", "-")}.png`, fullPage });
}

/** The name of a window size. */
export type Device = keyof typeof DEVICES;

const DEVICE_NAMES = Object.keys(DEVICES) as Device[];

/** Every window size with its name. */
export const devices = DEVICE_NAMES.map((device) => [device, DEVICES[device]] as const);

/** Waits for animations to finish; inherited colours may follow a frame later. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((next) => requestAnimationFrame(next));
    const running = () =>
      document
        .getAnimations()
        // What is finished and keeps its last state is still listed; scroll-driven animations do not finish.
        .filter(({ playState, timeline }) => playState === "running" && timeline instanceof DocumentTimeline)
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    do {
      await Promise.allSettled(running().map(({ finished }) => finished));
      await frame();
      await frame();
    } while (running().length > 0);
  });
}

type Theme = "light" | "dark";

/** The rules about colours: they depend on the theme, and take three quarters of axe's time. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** Which rules axe checks: all, those about colours, or all others, which give the same result in both themes. */
type Rules = "all" | "colours" | "others";

/** Marks the part of a page that axe looks at. */
const PART = "data-looked-at";

/** Fails on accessibility violations in the page or in a part of it. What fades in has its colours first. */
export async function expectNoViolations(
  page: Page,
  what: string,
  { rules = "all", part }: { readonly rules?: Rules; readonly part?: Locator | undefined } = {},
): Promise<void> {
  await waitForAnimations(page);
  await part?.evaluate((element, mark) => element.setAttribute(mark, ""), PART);
  // The script stays in the page until the page is reloaded.
  const isThere = await page.evaluate(() => "axe" in window);
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: ";" } : {}) })
    // There are no frames, so axe needs no second page to collect results.
    .setLegacyMode(true)
    // Stylesheets and sounds are read only by rules that are off.
    .options({ resultTypes: ["violations"], preload: false });
  // Figures that wait for changed filters are faint because they are not of these. They have their check before and after.
  axe.exclude("[data-draft] ~ *");
  if (part) axe.include(`[${PART}]`);
  if (rules === "colours") axe.withRules(COLOUR_RULES);
  if (rules === "others") axe.disableRules(COLOUR_RULES);
  const { violations } = await axe.analyze();
  await part?.evaluate((element, mark) => element.removeAttribute(mark), PART);
  const summary = violations.map(({ id, nodes }) => ({
    id,
    where: nodes.map(({ html, failureSummary }) => [html, failureSummary]),
  }));
  expect(summary, what).toEqual([]);
}

/** The themes to check, the current one first, because a change redraws everything. */
async function themesOf(page: Page, device: Device): Promise<readonly Theme[]> {
  if (device === "phone") return ["dark"];
  const isDark = await page.evaluate(() => document.documentElement.dataset.theme === "dark");
  return isDark ? ["dark", "light"] : ["light", "dark"];
}

/** The rules for the first theme of a device. A phone shows the colours of a desktop: each release looks at them there. */
const rulesOf = (device: Device): Rules => (device === "phone" && !process.env.E2E_ALL ? "others" : "all");

/**
 * Checks the page in its current state: it is accessible in the themes of the device, and nothing scrolls horizontally.
 * Of a page under a layer only the layer is checked for accessibility: the page has its own check without it.
 *
 * @param saveAs the name of its pictures, if some are saved
 * @param rules the rules in the first theme; in the other one those about colours
 */
export async function checkPage(
  page: Page,
  device: Device,
  what: string,
  saveAs?: string,
  layer?: Locator,
  rules = rulesOf(device),
): Promise<void> {
  // A page that has only just been opened may still be empty.
  await page.locator("h1").first().waitFor({ state: "attached" });
  const modal = page.locator("dialog:modal").last();
  const part = layer ?? ((await modal.count()) > 0 ? modal : undefined);
  const themes = await themesOf(page, device);
  for (const [at, theme] of themes.entries()) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator(`html[data-theme="${theme}"]`)).toHaveCount(1);
    await expectNoViolations(page, `${what}, ${theme}`, { rules: at === 0 ? rules : "colours", part });
    if (saveAs) await picture(page, `${saveAs}-${theme}-${device}`);
  }
  await expectNoHorizontalOverflow(page);
}

/** The elements whose focus is not visible: without a mark, or under the header. */
export function unmarked(page: Page): Promise<string[]> {
  return page.evaluate(async (active) => {
    // The header is over the page only when the page is scrolled.
    scrollTo(0, 0);
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    const isMarked = (element: Element | null, up: number): boolean => {
      if (!element) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return (
        (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2) ||
        (up > 0 && isMarked(element.parentElement, up - 1))
      );
    };
    return [...document.querySelectorAll<HTMLElement>(active)]
      .filter((element) => element.checkVisibility() && !element.closest("[inert]") && element.tabIndex >= 0)
      .flatMap((element) => {
        element.focus({ focusVisible: true } as FocusOptions);
        const { top, left, width, height } = element.getBoundingClientRect();
        const name = `${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent}`.slice(
          0,
          60,
        );
        const faults = isMarked(element, 2) ? [] : [`${name}: no mark`];
        const at = document.elementFromPoint(
          left + width / 2,
          Math.max(top, 0) + Math.min(height, innerHeight) / 2,
        );
        if (at?.closest("header[data-scrolled]") && !element.closest("header[data-scrolled]"))
          faults.push(`${name}: under the header`);
        return faults;
      });
  }, ACTIVE);
}

/**
 * Texts that are cut: beyond what clips them, or beyond the control, cell or frame that they are in. A text that ends
 * with an ellipsis has a title that says all of it; what scrolls is not cut.
 */
export async function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const HIDDEN = ".sr-only, svg, canvas, option, [aria-hidden=true]";
    const FRAMES = "button, a, th, td, label, article, section, aside";
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement;
      if (!text.textContent?.trim() || !element?.checkVisibility() || element.closest(HIDDEN)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      for (let around: Element | null = element; around; around = around.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(around);
        const frame = around.getBoundingClientRect();
        // For screen readers only, or scrolled.
        if (frame.width <= 1 || /auto|scroll/.test(overflowX)) break;
        const isBeside = box.right > frame.right + 1 || box.left < frame.left - 1;
        const isBelow = box.bottom > frame.bottom + 2 || box.top < frame.top - 2;
        const isCut =
          (isBeside && (/hidden|clip/.test(overflowX) || around.matches(FRAMES))) ||
          (isBelow && /hidden|clip/.test(overflowY));
        if (isCut && !element.closest("[title]")) found.push(text.textContent.trim());
        if (isCut) break;
      }
    }
    return found;
  });
}

/** What can be pressed or focused. */
const ACTIVE = "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), [tabindex='0']";

/** Targets smaller than this, including the space around them that reacts to a press. */
export function smallTargets(page: Page, size: number): Promise<string[]> {
  return page.evaluate(
    ([active, size]) =>
      [...document.querySelectorAll<HTMLElement>(active)].flatMap((element) => {
        const target = element.closest("label") ?? element;
        // A link in a sentence is as high as its line; a scrollable box is no target.
        const isExempt = element.matches(
          "p a, dd a, td a, th a, [tabindex='0']:not(a, button, input, select), .sr-only, a[href='#main']",
        );
        if (isExempt || !element.checkVisibility() || element.closest("[inert]")) return [];
        target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
        const { left, top, width, height } = target.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const half = size / 2 - 1;
        const answers = (dx: number, dy: number) => {
          const hit = document.elementFromPoint(x + dx, y + dy);
          return (
            hit !== null &&
            (target.contains(hit) ||
              hit.closest("label") === target ||
              (hit.contains(target) === false && hit.closest("button, a, label") === target))
          );
        };
        if (!answers(0, 0)) return [];
        const isLarge = [
          [0, -half],
          [0, half],
          [-half, 0],
          [half, 0],
        ].every(([dx = 0, dy = 0]) => answers(dx, dy));
        return isLarge
          ? []
          : [
              `${target.tagName} "${(element.getAttribute("aria-label") ?? target.textContent ?? "").slice(0, 40)}" ${Math.round(width)}x${Math.round(height)}`,
            ];
      }),
    [ACTIVE, size] as const,
  );
}
