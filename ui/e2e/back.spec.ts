import { cardOf, filtersOf, idle, MONITOR, navigate, open, withFilters } from "./page";
import { guarded } from "./specified";
import { expect, test } from "./test";

const FILTERS = { period: "LAST_12MONTHS", userGroupsLobsAll: false, userGroupLobs: [1, 2] };

const below = Object.keys(guarded).filter((route) => route.split("/").length > 2);

/** A breakdown's address with the page it was reached from. */
function reachedFrom(route: string, fromPage: string): string {
  const search = new URLSearchParams({ filters: JSON.stringify(FILTERS), fromPage });
  return `${route}?${search}`;
}

test("every screen below a dashboard links back to the Program Monitor when opened from it", async ({
  page,
}) => {
  test.setTimeout(60_000);
  await open(page, MONITOR);
  const back = page.getByRole("link", { name: /^Back to (?!School)/ });
  for (const route of below) {
    await navigate(page, reachedFrom(route, withFilters(MONITOR, FILTERS)));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(guarded[route] ?? "");
    await expect(back).toHaveText("Back to Program Monitor");
    expect(await back.getAttribute("href")).toBe(withFilters(MONITOR, FILTERS));
  }
  await idle(page);
});

test("the pinned cards open their breakdowns, and these link back to the monitor with the applied filters", async ({
  page,
}) => {
  await open(page, withFilters(MONITOR, FILTERS));
  for (const [card, title] of [
    ["Partners", "Partner Breakdown"],
    ["% of Unsubscribed", "Unsubscribed Breakdown"],
  ] as const) {
    await cardOf(page, card)
      .getByRole("link", { name: /See Breakdown/ })
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await page.getByRole("link", { name: "Back to Program Monitor" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Hello, ANN!");
    expect(filtersOf(page.url())).toEqual(FILTERS);
  }
  await idle(page);
});

test("from a dashboard to a breakdown and back, with the filters", async ({ page }) => {
  await open(page, withFilters("/offers-dashboard", FILTERS));
  await cardOf(page, "Member Unique Interactions")
    .getByRole("link", { name: /See Breakdown/ })
    .click();
  await idle(page);
  expect(filtersOf(page.url())).toEqual(FILTERS);
  await page.getByRole("link", { name: "Back to Offers Dashboard" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Offers Dashboard");
  await expect(page).toHaveURL(withFilters("/offers-dashboard", FILTERS));
  await idle(page);
});
