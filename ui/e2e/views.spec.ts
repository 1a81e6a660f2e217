import type { Locator, Page } from "@playwright/test";
import { addUser, bond } from "./bond";
import { checkPage, devices } from "./looks";
import { filtersOf, idle, LOGINS, open, periodButton, withFilters } from "./page";
import { enter, expect, signIn, test } from "./test";

const GOLD = { period: "LAST_30DAYS", userGroupsTiersAll: false, userGroupTiers: [1] };

/** Opens the menu of views. */
async function openViews(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: /^Views/ }).click();
  const popover = page.getByRole("dialog", { name: "Saved views" });
  await expect(popover.getByRole("textbox", { name: "Name" })).toBeVisible();
  return popover;
}

async function save(page: Page, name: string): Promise<Locator> {
  const popover = await openViews(page);
  await popover.getByRole("textbox", { name: "Name" }).fill(name);
  await popover.getByRole("button", { name: "Save", exact: true }).click();
  await expect(popover.getByRole("link", { name })).toBeVisible();
  return popover;
}

for (const [device, size] of devices)
  test.describe(device, () => {
    test.use({ ...size, signedIn: false });

    test("the menu of views looks right in both themes", async ({ page }) => {
      await enter(page, addUser("Vera", "ROLE_ADMIN"));
      await open(page, withFilters(LOGINS, GOLD));
      const popover = await save(page, "Gold in the last 30 days");
      await popover.getByRole("button", { name: "Actions for Gold in the last 30 days" }).click();
      await expect(popover.getByRole("button", { name: "Delete" })).toBeVisible();
      await checkPage(page, device, "the menu of views", "views");
      await page.keyboard.press("Escape");
      await expect(popover).toBeHidden();
      await checkPage(page, device, "a saved view", "saved-view");
    });
  });

test.describe("as a user with views of its own", () => {
  test.use({ signedIn: false });

  test("a view keeps filters and choices, is shared, and opens after signing in", async ({
    page,
    browser,
  }) => {
    bond(["role set", "members-editor", "--edit", "MEMBERS"]);
    bond(["role set", "members-reader", "--read", "MEMBERS"]);
    const [editor, reader] = [addUser("Eda", "members-editor"), addUser("Rea", "members-reader")];
    await enter(page, editor);
    await open(page, `${withFilters(LOGINS, GOLD)}&view=LOGINS_BY_PERIOD`);
    await page.getByRole("combobox", { name: "View by" }).first().selectOption("LOB");
    await expect(page).toHaveURL(/view=/);
    const view = new URL(page.url()).searchParams.get("view");
    const popover = await openViews(page);
    await popover.getByRole("textbox", { name: "Name" }).fill("Gold by line");
    await popover.getByRole("checkbox", { name: /^Share with everybody/ }).check();
    await popover.getByRole("button", { name: "Save", exact: true }).click();
    await expect(popover.getByRole("link", { name: "Gold by line" })).toContainText("shared");
    await page.keyboard.press("Escape");
    // A change shows in the name.
    await expect(page.getByRole("button", { name: "Views: Gold by line", exact: true })).toBeVisible();
    await page.getByRole("combobox", { name: "View by" }).first().selectOption("TIER");
    await expect(page.getByRole("button", { name: "Views: Gold by line (changed)" })).toBeVisible();

    // The other user finds it, makes it the first, and signs in again.
    const context = await browser.newContext();
    const other = await context.newPage();
    await other.goto("/login");
    await signIn(other, reader);
    await expect(other).toHaveURL(/\/user-dashboard/);
    await idle(other);
    const menu = await openViews(other);
    await expect(menu.getByRole("checkbox", { name: /^Share/ })).toHaveCount(0);
    await menu.getByRole("button", { name: "Actions for Gold by line" }).click();
    await expect(menu.getByRole("button", { name: "Delete" })).toHaveCount(0);
    await menu.getByRole("button", { name: "Open after signing in" }).click();
    await expect(menu.getByRole("link", { name: "Gold by line" })).toContainText("opens first");
    await other.keyboard.press("Escape");
    // By keyboard: the notification is above the button.
    await other.getByRole("button", { name: "Account of Rea" }).press("Enter");
    await other.getByRole("menuitem", { name: "Sign Out" }).click();
    await other.goto("/login");
    await signIn(other, reader);
    await expect(other).toHaveURL(/\/user-dashboard\/logins-breakdown/);
    await idle(other);
    expect(filtersOf(other.url())).toMatchObject(GOLD);
    expect(new URL(other.url()).searchParams.get("view")).toBe(view);
    await expect(periodButton(other)).toContainText("Last 30 days");
    await context.close();
  });

  test("what no longer exists is left out, and a view is deleted after a question", async ({ page }) => {
    await enter(page, addUser("Lea", "ROLE_ADMIN"));
    await open(page, withFilters(LOGINS, { ...GOLD, userGroupTiers: [1, 99_999] }));
    await save(page, "Old tiers");
    await expect(
      page.getByText("“Old tiers” includes 1 group not available to you. The rest is shown."),
    ).toBeVisible();
    expect(filtersOf(page.url())).toMatchObject({ userGroupTiers: [1] });
    const popover = page.getByRole("dialog", { name: "Saved views" });
    await popover.getByRole("button", { name: "Actions for Old tiers" }).click();
    await popover.getByRole("button", { name: "Delete" }).click();
    await expect(popover.getByText("Delete “Old tiers”?")).toBeVisible();
    await popover.getByRole("button", { name: "Delete" }).click();
    await expect(popover.getByRole("link", { name: "Old tiers" })).toHaveCount(0);
  });
});
