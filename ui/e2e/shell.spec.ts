import { expectNoViolations } from "./looks";
import { expectNoHorizontalOverflow, idle, LOGINS, MONITOR, open, withFilters } from "./page";
import { guarded } from "./specified";
import { expect, test } from "./test";

const FILTERS = { period: "LAST_30DAYS" };
const MENU = [
  ["Program Monitor", "/executive-summary"],
  ["Members Dashboard", "/user-dashboard"],
  ["Emails Dashboard", "/emails-dashboard"],
  ["Screens", "/emails-dashboard/screens"],
  ["Schedule", "/emails-dashboard/schedule"],
  ["Website Dashboard", "/website-dashboard"],
  ["Offers Dashboard", "/offers-dashboard"],
  ["Content Dashboard", "/content-dashboard"],
  ["Insights", "/bond-insights"],
  ["Recommendations", "/recommendations"],
] as const;

test("the menu is in order, marks the current screen, and preserves the query", async ({ page }) => {
  await open(page, withFilters(LOGINS, FILTERS));
  const menu = page.getByRole("navigation", { name: "Main menu" });
  const labels = (await menu.getByRole("link").allInnerTexts()).map((text) => text.split("\n", 1)[0]);
  expect(labels).toEqual(MENU.map(([label]) => label));
  await expect(menu.locator("[aria-current]")).toHaveText("Members Dashboard");
  for (const [label, path] of MENU) {
    await menu.getByRole("link", { name: label }).click();
    await expect(page).toHaveURL(withFilters(path, FILTERS));
    await expect(menu.locator('[aria-current="page"]')).toContainText(label);
  }
  await idle(page);
});

test("screens open from their addresses, the Program Monitor from the empty path", async ({ page }) => {
  for (const route of [LOGINS, "/content-elements", "/bond-insights"]) {
    await open(page, route);
    await expect(page).toHaveTitle(new RegExp(`^${guarded[route]} –`));
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  }
  await open(page, "/");
  await expect(page).toHaveURL(MONITOR);
  await expect(page).toHaveTitle(new RegExp(`^${guarded[MONITOR]} –`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
});

test("the program's name is in the sidebar and in the document title", async ({ page, api }) => {
  const { name } = await api<{ name: string }>("api/v1/program");
  await open(page, LOGINS);
  await expect(page).toHaveTitle(`Logins Breakdown – ${name} – BOND Analytics`);
  await expect(page.getByRole("complementary").getByText(name, { exact: true })).toBeInViewport();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("banner").getByText(name, { exact: true })).toBeInViewport();
});

test("a long program name does not displace the header", async ({ page }) => {
  await page.route("**/api/v1/program", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), name: "Rewards ".repeat(25).trim() } });
  });
  await page.setViewportSize({ width: 320, height: 700 });
  await open(page, MONITOR);
  const pill = page.getByRole("button", { name: /^BOND Score [\d.]+ out of 100/ });
  const product = page.getByRole("banner").getByText("BOND", { exact: true });
  const right = await product.evaluate((element) => element.getBoundingClientRect().right);
  expect(right).toBeLessThanOrEqual((await pill.boundingBox())?.x ?? 0);
  await expectNoHorizontalOverflow(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectNoHorizontalOverflow(page);
});

test("an unknown address shows a message, beside the menu", async ({ page }) => {
  await page.goto("/user-dashboard/nothing-here");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  await expect(page.getByRole("navigation", { name: "Main menu" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Program Monitor" }).click();
  await expect(page).toHaveURL(MONITOR);
});

test("the skip link moves the focus past the menu; the header changes style after scrolling 50 px", async ({
  page,
}) => {
  await open(page, MONITOR);
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();

  await expect(page.getByRole("button", { name: "Account of Ann" })).toHaveText("A");
  const header = page.locator("header[data-scrolled]");
  await page.evaluate(() => scrollTo(0, 50));
  await expect(header).toHaveCount(0);
  await page.evaluate(() => scrollTo(0, 51));
  await expect(header).toHaveCount(1);
  await page.evaluate(() => scrollTo(0, 0));
  await expect(header).toHaveCount(0);
});

test("Loading... covers the page while waiting for an answer", async ({ page }) => {
  let answer = () => {};
  const awaited = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/monitor/info", async (route) => {
    await awaited;
    await route.continue();
  });
  await page.goto(MONITOR);
  const overlay = page.getByText("Loading...");
  await expect(overlay).toBeVisible();
  // The rest of the screen is already drawn beneath it.
  await expect(page.getByRole("table", { name: "Indicators of the program" })).toContainText("Unique Logins");
  answer();
  await expect(overlay).toHaveCount(0);
  await expect(page.getByRole("article")).toHaveCount(6);
});

test.describe("the theme", () => {
  const theme = (page: import("@playwright/test").Page) =>
    page.evaluate(() => document.documentElement.dataset.theme);

  test("follows the system until the user chooses one, and remembers the choice", async ({ page }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await open(page, MONITOR);
    expect(await theme(page)).toBe("dark");
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await ground();
    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(() => theme(page)).toBe("light");
    await expect.poll(ground).not.toBe(dark);
    await page.getByRole("button", { name: "Use the dark theme" }).click();
    await expect.poll(() => theme(page)).toBe("dark");
    await expect.poll(ground).toBe(dark);
    await page.reload();
    await idle(page);
    expect(await theme(page)).toBe("dark");
    await page.getByRole("button", { name: "Account of Ann" }).click();
    await page.getByRole("menuitem", { name: "Use the light theme" }).click();
    await expect.poll(() => theme(page)).toBe("light");
    await page.emulateMedia({ colorScheme: "dark" });
    await page.reload();
    await idle(page);
    expect(await theme(page)).toBe("light");
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the menu opens, stops the page from scrolling, and closes on a tap outside and on navigation", async ({
    page,
  }) => {
    await open(page, withFilters(MONITOR, FILTERS));
    const menu = page.getByRole("dialog", { name: "Main menu" });
    await page.getByRole("button", { name: "Open menu" }).click();
    await expect(menu).toBeVisible();
    const scrolled = () => page.evaluate(() => scrollY);
    await page.mouse.move(380, 600);
    await page.mouse.wheel(0, 500);
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await scrolled()).toBe(0);
    const overflow = await page.evaluate(() => getComputedStyle(document.documentElement).overflowY);
    expect(overflow).toBe("hidden");
    await page.touchscreen.tap(380, 600);
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL(withFilters(MONITOR, FILTERS));
    await page.mouse.wheel(0, 500);
    await expect.poll(scrolled).toBeGreaterThan(0);

    await page.getByRole("button", { name: "Open menu" }).click();
    await menu.getByRole("link", { name: "Website Dashboard" }).click();
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL(withFilters("/website-dashboard", FILTERS));
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
  });

  test("the score and trends open as sheets with a Close button; ONLY shows without hovering", async ({
    page,
  }) => {
    await open(page, MONITOR);
    await page.getByRole("button", { name: /^BOND Score [\d.]+ out of 100/ }).click();
    const score = page.getByRole("dialog", { name: "Score breakdown" });
    await expect(score).toBeVisible();
    await score.getByRole("button", { name: "Close Breakdown" }).click();
    await expect(score).toBeHidden();

    await page.getByRole("button", { name: "Trends for Logins", exact: true }).click();
    const sheet = page.getByRole("complementary", { name: "Trends" });
    await expect(sheet.getByRole("table")).toHaveCount(2);
    // It slides in from the bottom of the window at full width.
    const box = async () => (await sheet.boundingBox()) ?? { y: 0, height: 0, width: 0 };
    await expect.poll(async () => Math.round((await box()).y + (await box()).height)).toBe(844);
    expect((await box()).width).toBe(390);
    await sheet.getByRole("button", { name: "Close", exact: true }).click();
    await expect(sheet).toHaveCount(0);
    await page.getByRole("button", { name: /^User groups/ }).click();
    await expect(page.getByRole("button", { name: "ONLY Gold" })).toHaveCSS("opacity", "1");
  });
});

test("data that are late are named beside the last day, and nothing where none are", async ({
  page,
  api,
}) => {
  const program = await api<Record<string, unknown>>("api/v1/program");
  expect(program.lateTables).toEqual([]);
  await open(page, MONITOR);
  const sidebar = page.getByRole("complementary");
  await expect(sidebar.getByText(/^Data through /)).toBeVisible();
  await expect(sidebar.getByText(/^Late: /)).toHaveCount(0);

  const late = { ...program, lateTables: ["logins", "web_sessions"] };
  await page.route("**/api/v1/program", (route) => route.fulfill({ json: late }));
  await page.reload();
  await expect(sidebar.getByText("Late: logins and website sessions.")).toBeInViewport();
  await idle(page);
  await expectNoViolations(page, "late data");
});
