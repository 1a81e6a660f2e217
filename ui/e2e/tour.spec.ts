/**
 * The tour: each screen once in each of four configurations, with every question that can be asked of any page. What only
 * some screens have is asked in their own tests.
 */
import type { Page } from "@playwright/test";
import { titles as germanTitles } from "../src/texts/de/titles";
import { CONFIGURATIONS, expectGoodLooks } from "./configurations";
import { breakdownAt, dashboardAt, isChart } from "./declared";
import { block, cardOf, filtersOf, goTo, MONITOR, open, withFilters } from "./page";
import { guarded, headingOf } from "./specified";
import { expect, test } from "./test";

// The result does not depend on the current date.
const FILTERS = { period: "LAST_12MONTHS" };

const routes = Object.keys(guarded);
const parentOf = (route: string) => `/${route.split("/")[1]}`;

/** The screen's heading in German; the Program Monitor greets its user. */
const germanHeadingOf = (route: string) =>
  route === MONITOR
    ? /^Hallo/
    : (germanTitles[route.slice(1) as keyof typeof germanTitles] ?? `no German title of ${route}`);

/** What a screen is made of. Two screens of the same parts differ in their figures; a part has the same colours anywhere. */
const partsOf = (route: string): readonly string[] =>
  breakdownAt(route)?.blocks.map(({ kind }) => kind) ?? [dashboardAt(route) ? "cards" : route];

/** Expects everything declared for the screen: every card, or every block with its chart drawn. */
async function expectData(page: Page, route: string): Promise<void> {
  const dashboard = dashboardAt(route);
  for (const { title } of dashboard?.sections.flatMap(({ cards }) => cards) ?? [])
    await expect(cardOf(page, title)).toBeVisible();
  const breakdown = breakdownAt(route);
  if (!breakdown) return;
  for (const { title } of breakdown.blocks) await expect(block(page, title), title).toBeVisible();
  await expect(page.getByText(/^Without data/)).toHaveCount(0);
  const drawn = breakdown.blocks.filter(
    (one) => isChart(one) && !("opensAsTable" in one && one.opensAsTable),
  );
  await expect(page.getByRole("main").locator("canvas")).toHaveCount(drawn.length);
}

/** Expects the back link to open the dashboard with the filters. */
async function expectBack(page: Page, route: string): Promise<void> {
  const backs = page.getByRole("link", { name: /^Back to (?!School)/ });
  const parent = parentOf(route);
  if (route === parent) return expect(backs).toHaveCount(0);
  await expect(backs).toHaveText(`Back to ${guarded[parent]}`);
  const href = (await backs.getAttribute("href")) ?? "";
  expect(href.split("?", 1)[0]).toBe(parent);
  expect(filtersOf(href)).toEqual(FILTERS);
}

for (const configuration of CONFIGURATIONS)
  test.describe(configuration.name, () => {
    const { use, isGerman } = configuration;
    test.use(use);

    test("every screen shows its data, is accessible, fits the window and cuts no text", async ({ page }) => {
      test.setTimeout(240_000);
      await open(page, withFilters(MONITOR, FILTERS));
      await expect(page.locator("html")).toHaveAttribute("lang", isGerman ? "de" : "en");
      const seen = new Set<string>();
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
          // A release looks at each.
          const isSeen = (what: string) => seen.has(what) && !process.env.E2E_ALL;
          const parts = partsOf(route);
          const known = { kind: isSeen(JSON.stringify(parts)), colours: parts.every(isSeen) };
          await expectGoodLooks(page, route, configuration, known);
          for (const what of [...parts, JSON.stringify(parts)]) seen.add(what);
        });
    });
  });
