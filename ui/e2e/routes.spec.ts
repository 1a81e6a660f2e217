import type { Page } from "@playwright/test";
import { breakdownAt, dashboardAt, isChart } from "./declared";
import { checkPage, devices } from "./looks";
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

const routes = Object.keys(guarded);
const firstOf = (route: string) => `/${route.split("/")[1]}`;
const dashboards = [...new Set(routes.filter((route) => firstOf(route) !== route).map(firstOf))];
/** The routes grouped by dashboard, including screens without breakdowns. */
const sections: readonly (readonly [name: string, routes: readonly string[]])[] = [
  ["the others", routes.filter((route) => !dashboards.includes(firstOf(route)))],
  ...dashboards.map((one) => [one, routes.filter((route) => firstOf(route) === one)] as const),
];

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
  const parent = firstOf(route);
  if (route === parent) return expect(backs).toHaveCount(0);
  await expect(backs).toHaveText(`Back to ${guarded[parent]}`);
  const href = (await backs.getAttribute("href")) ?? "";
  expect(href.split("?", 1)[0]).toBe(parent);
  expect(filtersOf(href)).toEqual(FILTERS);
}

for (const [device, size] of devices) {
  test.describe(device, () => {
    test.use(size);

    for (const [section, within] of sections) {
      test(`${section}: every screen shows its data, is accessible, and does not scroll horizontally`, async ({
        page,
      }) => {
        test.setTimeout(120_000);
        await open(page, withFilters(within[0] ?? MONITOR, FILTERS));
        for (const route of within) {
          const title = guarded[route] ?? "";
          await test.step(title, async () => {
            // From one screen to the next without reloading the page, as a user would.
            const heading = headingOf(route);
            await goTo(page, withFilters(route, FILTERS), heading);
            await expect(page).toHaveTitle(new RegExp(`^${title} – .+ – BOND Analytics$`));
            await expect(page.getByText(/\bcoming\b/i)).toHaveCount(0);
            await expectData(page, route);
            await expectBack(page, route);
            await checkPage(page, device, title, route.slice(1).replace("/", "-"));
            if (device === "desktop") {
              await expect(page.getByRole("navigation", { name: "Main menu" })).toBeVisible();
              await expect(page.getByRole("region", { name: "BOND Score" })).toContainText("out of 100");
            }
          });
        }
        // The last screen also in the narrowest supported window.
        if (device === "phone") {
          await page.setViewportSize({ width: 360, height: 740 });
          await expectNoHorizontalOverflow(page);
        }
      });
    }
  });
}
