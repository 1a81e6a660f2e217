import type { Locator, Page } from "@playwright/test";
import { apply, MONITOR, open, openPeriod, withFilters } from "./page";
import { expect, test } from "./test";

type Part = { key: string; label: string; definition: string };
type Score = {
  score: number;
  scoreLastMonth: number;
  csat: number;
  averageTenure: { years: number; months: number };
  engagementRate: number;
  explain: { mom: number; parts: Part[] };
};

const card = (page: Page): Locator => page.getByRole("region", { name: "BOND Score" });
const panel = (page: Page): Locator => page.getByRole("region", { name: "Score breakdown" });
const plural = (count: number, word: string) =>
  count === 0 ? "" : `${count} ${word}${count > 1 ? "s" : ""}`;

test.beforeEach(async ({ page }) => {
  await open(page, MONITOR);
  await expect(card(page)).toContainText("out of 100");
});

test("the sidebar shows the score and its change, which follow the filters", async ({ page, api }) => {
  const answer = await api<Score>("api/v1/bond/score", {});
  await expect(card(page)).toContainText(answer.score.toFixed(1));
  const { mom } = answer.explain;
  const move = `${mom < 0 ? "\u2212" : mom > 0 ? "+" : ""}${Math.abs(mom).toFixed(1)}`;
  await expect(card(page)).toContainText(move);
  await expect(card(page)).toContainText("MoM");
  await expect(card(page)).toContainText(`${answer.scoreLastMonth.toFixed(1)} last month`);

  const before = await api<Score>("api/v1/bond/score", { period: "PREVIOUS_YEAR" });
  await openPeriod(page);
  await page.getByRole("button", { name: "Last calendar year" }).click();
  await apply(page);
  await expect(card(page)).toContainText(before.score.toFixed(1));
  await expect(card(page)).toContainText(`${before.scoreLastMonth.toFixed(1)} last month`);
});

test("the score names the groups it covers, also on screens without that filter", async ({ page, api }) => {
  const groups = await api<{ id: number; name: string; type: string }[]>("api/v1/dashboard/users/userGroups");
  const tiers = groups.filter(({ type }) => type === "TIER");
  await expect(card(page)).not.toContainText("groups");
  const filters = { period: "THIS_YEAR", userGroupsTiersAll: false, userGroupTiers: [tiers[0]?.id] };
  const two = { ...filters, userGroupTiers: tiers.slice(0, 2).map(({ id }) => id) };
  await open(page, withFilters("/website-dashboard", two));
  await expect(card(page)).toContainText(
    `for ${groups.length - tiers.length + 2} of ${groups.length} groups`,
  );
  await open(page, withFilters("/website-dashboard", filters));
  const scope = `for ${tiers[0]?.name}`;
  await expect(card(page)).toContainText(scope);
  await expect(card(page).getByRole("img")).toHaveAccessibleName(new RegExp(`out of 100, ${scope}\\.`));
  await card(page).getByRole("button", { name: "See Breakdown" }).click();
  await expect(panel(page)).toContainText(scope);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("button", { name: new RegExp(`out of 100, ${scope}\\.`) })).toBeVisible();
  await open(page, withFilters("/website-dashboard", { ...filters, userGroupTiers: [] }));
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(card(page)).toContainText("No tier is chosen");
});

test("See Breakdown opens the panel, which takes 300 ms; Close Breakdown closes it", async ({
  page,
  api,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const answer = await api<Score>("api/v1/bond/score", {});
  const see = card(page).getByRole("button", { name: "See Breakdown" });
  await expect(see).toHaveAttribute("aria-expanded", "false");
  await expect(panel(page)).toHaveCount(0);
  await see.click();
  const close = card(page).getByRole("button", { name: "Close Breakdown" });
  await expect(close).toHaveAttribute("aria-expanded", "true");
  await expect(panel(page)).toBeVisible();
  expect(await panel(page).evaluate((element) => getComputedStyle(element).transitionDuration)).toContain(
    "0.3s",
  );
  for (const { label } of answer.explain.parts)
    await expect(panel(page).getByText(label, { exact: true })).toBeVisible();
  const { years, months } = answer.averageTenure;
  const tenure = [plural(years, "year"), plural(months, "month")].filter(Boolean).join(" ");
  for (const text of [`${answer.csat}%`, `${answer.engagementRate}%`, tenure])
    await expect(panel(page).getByText(text, { exact: true })).toBeVisible();
  await close.click();
  await expect(panel(page)).toHaveCount(0);
  await expect(see).toBeVisible();
});

test("the panel has the focus while it is open, and gives it back", async ({ page }) => {
  const see = card(page).getByRole("button", { name: "See Breakdown" });
  await see.focus();
  await page.keyboard.press("Enter");
  await expect(panel(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(panel(page).getByRole("link").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await expect(see).toBeFocused();
});

test("Escape and a click outside close the panel; it leads to why the score moved, where points are left, and what its parts mean", async ({
  page,
  api,
}) => {
  const see = card(page).getByRole("button", { name: "See Breakdown" });
  await see.click();
  await expect(panel(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await expect(see).toBeFocused();
  await see.click();
  await expect(panel(page)).toBeVisible();
  // The panel covers the left.
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.mouse.click(width - 8, height / 2);
  await expect(panel(page)).toHaveCount(0);

  const answer = await api<Score>("api/v1/bond/score", {});
  await see.click();
  await expect(panel(page)).toContainText(/Last 90 days to /);
  // A card of the same name has the figure of the period.
  const { programActiveRate } = await api<{ programActiveRate: { percent: number } }>(
    "api/v1/dashboard/users/userDashboardInfo",
    {},
  );
  await expect(panel(page)).toContainText(`this period: ${programActiveRate.percent}%`);
  await panel(page).getByRole("link", { name: "Why it moved, and points to gain" }).click();
  await expect(panel(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Why BOND Score moved");
  await expect(page.getByRole("heading", { name: "Most points to gain" })).toBeVisible();
  for (const { label, definition } of answer.explain.parts) {
    await expect(page.getByRole("term").filter({ hasText: label }).first()).toBeVisible();
    await expect(page.getByRole("main")).toContainText(definition);
  }
});

test("a score that fails shows an error, and Try again loads it", async ({ page, expectFailure }) => {
  expectFailure(500, "/api/v1/bond/score");
  await page.route("**/bond/score", (route) => route.fulfill({ status: 500, body: "" }));
  await page.reload();
  await expect(card(page).getByRole("alert")).toHaveText(/The score could not be loaded/);
  await page.unroute("**/bond/score");
  await card(page).getByRole("button", { name: "Try again" }).click();
  await expect(card(page)).toContainText("out of 100");
});
