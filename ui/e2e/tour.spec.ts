/**
 * The tour: each screen once in each of four configurations, with every question that can be asked of any page. What only
 * some screens have is asked in their own tests.
 */
import type { Page } from "@playwright/test";
import { titles as germanTitles } from "../src/texts/de/titles";
import { breakdownAt, dashboardAt, isChart } from "./declared";
import {
  cutTexts,
  expectNoViolations,
  PHONE,
  picture,
  smallTargets,
  unmarked,
  waitForAnimations,
  ZOOMED,
} from "./looks";
import {
  block,
  cardOf,
  expectNoHorizontalOverflow,
  filtersOf,
  goTo,
  MONITOR,
  open,
  withFilters,
} from "./page";
import { guarded, headingOf } from "./specified";
import { expect, test } from "./test";

// The result does not depend on the current date.
const FILTERS = { period: "LAST_12MONTHS" };

/** A window, a theme and a language. */
type Configuration = {
  readonly name: string;
  readonly use: Parameters<typeof test.use>[0];
  readonly isGerman?: boolean;
  /** The least size of a target in pixels: under a finger, or a mouse. */
  readonly target: 24 | 44;
  /** Whether axe checks each screen; its rules give the same in the others. */
  readonly axe?: boolean;
};

const CONFIGURATIONS: readonly Configuration[] = [
  { name: "a desktop in light", use: { colorScheme: "light" }, target: 24, axe: true },
  { name: "a phone in dark", use: { ...PHONE, colorScheme: "dark" }, target: 44, axe: true },
  {
    name: "a phone of 320 px",
    use: { ...PHONE, viewport: { width: 320, height: 568 }, colorScheme: "light" },
    target: 44,
  },
  {
    name: "German at 200 %",
    use: { viewport: ZOOMED, locale: "de-DE", colorScheme: "dark" },
    isGerman: true,
    target: 24,
  },
];

const routes = Object.keys(guarded);
const parentOf = (route: string) => `/${route.split("/")[1]}`;

/** The screen's heading in German; the Program Monitor greets its user. */
const germanHeadingOf = (route: string) =>
  route === MONITOR
    ? /^Hallo/
    : (germanTitles[route.slice(1) as keyof typeof germanTitles] ?? `no German title of ${route}`);

/** Expects everything declared for the screen: every card, or every block with its chart drawn. */
async function expectData(page: Page, route: string): Promise<void> {
  const dashboard = dashboardAt(route);
  for (const { title } of dashboard?.sections.flatMap(({ cards }) => cards) ?? [])
    await expect(cardOf(page, title)).toBeVisible();
  const breakdown = breakdownAt(route);
  if (!breakdown) return;
  for (const { title } of breakdown.blocks) await expect(block(page, title), title).toBeVisible();
  await expect(page.getByText(/^Without data/)).toHaveCount(0);
  await expect(page.getByRole("main").locator("canvas")).toHaveCount(breakdown.blocks.filter(isChart).length);
}

/** Expects the back link to open the dashboard with the filters. */
async function expectBack(page: Page, route: string): Promise<void> {
  const backs = page.getByRole("link", { name: /^Back to/ });
  const parent = parentOf(route);
  if (route === parent) return expect(backs).toHaveCount(0);
  await expect(backs).toHaveText(`Back to ${guarded[parent]}`);
  const href = (await backs.getAttribute("href")) ?? "";
  expect(href.split("?", 1)[0]).toBe(parent);
  expect(filtersOf(href)).toEqual(FILTERS);
}

for (const { name, use, isGerman, target, axe } of CONFIGURATIONS)
  test.describe(name, () => {
    test.use(use);

    test("every screen shows its data, is accessible, fits the window and cuts no text", async ({ page }) => {
      test.setTimeout(240_000);
      await open(page, withFilters(MONITOR, FILTERS));
      await expect(page.locator("html")).toHaveAttribute("lang", isGerman ? "de" : "en");
      for (const route of routes)
        await test.step(route, async () => {
          // From one screen to the next without reloading the page, as a user would.
          await goTo(page, withFilters(route, FILTERS), isGerman ? germanHeadingOf(route) : headingOf(route));
          if (!isGerman) {
            await expect(page).toHaveTitle(new RegExp(`^${guarded[route]} – .+ – BOND Analytics$`));
            await expect(page.getByText(/\bcoming\b/i)).toHaveCount(0);
            await expectData(page, route);
            await expectBack(page, route);
          }
          await waitForAnimations(page);
          await picture(page, `${route.slice(1)}, ${name}`, true);
          if (axe) await expectNoViolations(page, route);
          if (target === 24) expect.soft(await unmarked(page), `${route}: focus`).toEqual([]);
          await expectNoHorizontalOverflow(page);
          expect.soft(await cutTexts(page), `${route}: cut texts`).toEqual([]);
          expect.soft(await smallTargets(page, target), `${route}: small targets`).toEqual([]);
        });
    });
  });
