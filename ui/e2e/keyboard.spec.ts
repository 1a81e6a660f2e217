// Shortcuts and the search, by keyboard, by mouse and on a phone.
import type { Page } from "@playwright/test";
import { addUser, bond } from "./bond";
import { checkPage, devices } from "./looks";
import { bar, filtersOf, idle, LOGINS, MONITOR, open, withFilters } from "./page";
import { enter, expect, test } from "./test";

const FILTERS = { period: "LAST_30DAYS" };

const search = (page: Page) => page.getByRole("dialog", { name: "Search" });
const field = (page: Page) => search(page).getByRole("combobox", { name: "Search" });
const options = (page: Page) => search(page).getByRole("option");
const chosen = (page: Page) => search(page).getByRole("option", { selected: true });
const list = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });

/** Opens a screen and waits until its keys are shortcuts. */
async function openScreen(page: Page, path: string): Promise<void> {
  await open(page, path);
  // The menu under the initial is loaded like the shortcuts, after the screen.
  await expect(async () => {
    await page.keyboard.press("?");
    await expect(list(page)).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(list(page)).toBeHidden();
}

for (const [device, size] of devices)
  test.describe(device, () => {
    test.use(size);

    test("the search and the shortcuts look right in both themes", async ({ page }) => {
      await open(page, MONITOR);
      // On a phone the menu under the initial has it.
      await page.getByRole("button", { name: /^Account of/ }).click();
      await page.getByRole("menuitem", { name: "Search" }).click();
      await expect(options(page).filter({ hasText: "Total Logins" })).toHaveCount(1);
      await checkPage(page, device, "the search", "search");
      await field(page).fill("log");
      await expect(options(page).first()).toHaveText(/^Logins Breakdown/);
      await checkPage(page, device, "the results of a search", "search-results");
      await field(page).fill("xqzzy");
      await expect(search(page).getByText("Nothing found for “xqzzy”")).toBeVisible();
      await checkPage(page, device, "a search without results", "search-nothing");
      await search(page).getByRole("button", { name: "Close" }).click();
      await expect(search(page)).toBeHidden();

      await page.getByRole("button", { name: /^Account of/ }).click();
      const shortcuts = page.getByRole("menuitem", { name: "Keyboard shortcuts" });
      await expect(page.getByRole("menuitem", { name: "Using Bond" })).toBeVisible();
      // A phone has no keys.
      await expect(shortcuts).toHaveCount(device === "phone" ? 0 : 1);
      if (device === "phone") return;
      await shortcuts.click();
      await expect(list(page)).toBeVisible();
      await checkPage(page, device, "the shortcuts", "shortcuts");
      await page.keyboard.press("Escape");
      await expect(page.getByRole("button", { name: /^Account of/ })).toBeFocused();
    });
  });

test("g and a letter opens a screen and preserves the filters", async ({ page }) => {
  test.setTimeout(60_000);
  await openScreen(page, withFilters(LOGINS, FILTERS));
  for (const [letter, path] of [
    ["m", "/executive-summary"],
    ["u", "/user-dashboard"],
    ["e", "/emails-dashboard"],
    ["w", "/website-dashboard"],
    ["o", "/offers-dashboard"],
    ["c", "/content-dashboard"],
    ["i", "/bond-insights"],
    ["r", "/recommendations"],
  ] as const) {
    await page.keyboard.press("g");
    await page.keyboard.press(letter);
    await expect(page).toHaveURL(withFilters(path, FILTERS));
    await expect(page.getByRole("main")).toBeFocused();
  }
  await idle(page);
  const link = page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Offers" });
  await link.hover();
  await expect(page.getByRole("tooltip")).toHaveText("Press g, then o");
});

test("single keys do something only on the screen itself", async ({ page }) => {
  await openScreen(page, MONITOR);
  // A field, and a list that opened over the screen.
  await page.keyboard.press("/");
  await page.keyboard.type("g?tf/");
  await expect(field(page)).toHaveValue("g?tf/");
  await page.keyboard.press("Escape");
  await expect(search(page)).toBeHidden();
  const isDark = () => page.evaluate(() => document.documentElement.dataset.theme === "dark");
  const wasDark = await isDark();
  await page.keyboard.press("f");
  await expect(bar(page).getByRole("button").first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").filter({ hasText: "Last calendar year" })).toBeVisible();
  for (const key of ["t", "/", "?", "g", "u", "Control+k"]) await page.keyboard.press(key);
  await expect(list(page)).toBeHidden();
  await expect(search(page)).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(bar(page).getByRole("button").first()).toBeFocused();
  // With a modifier, or in a wrong order, they do nothing either.
  for (const key of ["Alt+t", "Shift+t", "g", "t", "u"]) await page.keyboard.press(key);
  expect(await isDark()).toBe(wasDark);
  expect(new URL(page.url()).pathname).toBe(MONITOR);
  await page.keyboard.press("t");
  expect(await isDark()).toBe(!wasDark);
});

test("the search moves by arrow keys, opens by Enter, and remembers", async ({ page }) => {
  await openScreen(page, withFilters(MONITOR, FILTERS));
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  await expect(chosen(page)).toHaveText("Program Monitor");
  await page.keyboard.press("ArrowUp");
  await expect(chosen(page)).toHaveText("Sign Out");
  await expect(chosen(page)).toBeInViewport();
  expect(await field(page).getAttribute("aria-activedescendant")).toBe(await chosen(page).getAttribute("id"));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(chosen(page)).toHaveText("Members Dashboard");

  await page.keyboard.type("unique logins");
  await expect(chosen(page)).toHaveText(/^Unique Logins.*Logins Breakdown$/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(withFilters(LOGINS, FILTERS));
  await expect(page.getByRole("main")).toBeFocused();
  await idle(page);

  await page.keyboard.press("/");
  await expect(search(page).getByRole("group", { name: "Recent" }).getByRole("option")).toHaveText([
    /^Unique Logins/,
  ]);
  await page.keyboard.type("csat");
  await page.keyboard.press("Enter");
  // The figure of the Members Dashboard comes before the part of the score.
  await expect(page).toHaveURL(/\/explain\/satisfaction\.percent\?/);
  expect(filtersOf(page.url())).toEqual(FILTERS);
  await idle(page);

  // By mouse.
  await page.getByRole("banner").getByRole("button", { name: "Search" }).click();
  await expect(search(page).getByRole("group", { name: "Recent" }).getByRole("option")).toHaveCount(2);
  await options(page).filter({ hasText: "Score breakdown" }).click();
  await expect(page.getByRole("region", { name: "Score breakdown" })).toBeFocused();
  // That of the button to which the dialog returned the focus, for a moment.
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Score breakdown" })).toHaveCount(0);
  await expect(page.getByRole("banner").getByRole("button", { name: "Search" })).toBeFocused();

  // Closed without a choice, the focus is where it was.
  await page.getByRole("banner").getByRole("button", { name: "Search" }).press("Enter");
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Control+k");
  await expect(search(page)).toBeHidden();
  await expect(page.getByRole("banner").getByRole("button", { name: "Search" })).toBeFocused();
});

test.describe("with an account of one's own", () => {
  test.use({ signedIn: false });

  test("from the search to the list of shortcuts, and out", async ({ page }) => {
    await enter(page, addUser("Kim"));
    await openScreen(page, MONITOR);
    await page.keyboard.press("/");
    await page.keyboard.type("shortcuts");
    await page.keyboard.press("Enter");
    await expect(list(page)).toBeVisible();
    await expect(list(page)).toContainText("Program Monitor");
    await page.keyboard.press("Escape");
    await expect(list(page)).toBeHidden();
    await page.keyboard.press("/");
    await page.keyboard.type("sign out");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Signed out");
    await page.keyboard.press("?");
    await expect(list(page)).toHaveCount(0);
  });

  test("single keys can be turned off", async ({ page }) => {
    await enter(page, addUser("Kay"));
    await openScreen(page, "/account");
    await page.getByRole("combobox", { name: "Keyboard shortcuts" }).selectOption("Only Ctrl + K");
    await page.getByRole("button", { name: "Save the preferences" }).press("Enter");
    await expect(page.getByText("Your preferences are saved.")).toBeVisible();
    for (const key of ["g", "u", "?", "/"]) await page.keyboard.press(key);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("keyboard");
    await page.keyboard.press("Enter");
    await expect(list(page)).toContainText("Shortcuts of a single key are turned off");
    await expect(list(page)).not.toContainText("Program Monitor");
    expect(new URL(page.url()).pathname).toBe("/account");
    await page.reload();
    await expect(page.getByRole("combobox", { name: "Keyboard shortcuts" })).toHaveValue("off");
  });

  test("the search finds only what the user may open", async ({ page }) => {
    bond(["role set", "only-offers", "--read", "OFFERS"]);
    await enter(page, addUser("Olga", "only-offers"));
    await openScreen(page, "/offers-dashboard");
    await page.keyboard.press("g");
    await page.keyboard.press("u");
    await page.keyboard.press("/");
    await expect(options(page).first()).toHaveText("Offers Dashboard");
    for (const name of ["Members Dashboard", "Total Logins", "CSAT", "Users", "Score breakdown"])
      await expect(options(page).filter({ hasText: name })).toHaveCount(0);
    await page.keyboard.type("sales");
    // It leads there once the dashboards are loaded.
    await expect(chosen(page)).toContainText("Breakdown");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/offers-dashboard\/partners-breakdown/);
  });
});
