// A user's own page.
import { addUser, PASSWORD, type User } from "./bond";
import { checkPage } from "./looks";
import { filtersOf, idle, open } from "./page";
import { enter, expect, signIn, test } from "./test";

test.use({ signedIn: false });

let user: User;
test.beforeEach(async ({ page }) => {
  user = addUser("Uma");
  await enter(page, user);
});

for (const [name, size] of [
  ["desktop", { viewport: { width: 1440, height: 900 } }],
  ["phone", { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }],
] as const) {
  test.describe(name, () => {
    test.use(size);

    test("the account is accessible in both themes, with its dialogs", async ({ page }) => {
      await open(page, "/account");
      await expect(page.getByRole("table", { name: "Where you are signed in" })).toBeVisible();
      await checkPage(page, name, "the account", "account");
      await page.getByRole("button", { name: "Create token" }).click();
      await page.getByRole("checkbox", { name: "Limit reading to some modules" }).check();
      await checkPage(page, name, "making a token", "account-token");
    });
  });
}

test("the name, the password and the sessions", async ({ page, browser, expectFailure }) => {
  await open(page, "/account");
  await page.getByLabel("First name").fill("Umbra");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Account of Umbra" })).toBeVisible();

  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const other = await context.newPage();
  await other.goto("/login");
  await signIn(other, user);
  await other.waitForURL("**/executive-summary");
  await page.reload();
  const sessions = page.getByRole("table", { name: "Where you are signed in" });
  await expect(sessions.getByRole("row")).toHaveCount(3);

  const next = "another long password";
  await page.getByLabel("Current password").fill("not the password");
  await page.getByLabel("New password").fill(next);
  expectFailure(403, "/api/v1/account/password");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Current password")).toHaveAccessibleDescription("The password is wrong.");
  await expect(page.getByLabel("Current password")).toBeFocused();
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(page.getByText("Your password has been changed.")).toBeVisible();
  await expect(sessions.getByRole("row")).toHaveCount(2);
  await other.reload();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Signed out");
  await other.goto("/login");
  await signIn(other, user, next);
  await other.waitForURL("**/executive-summary");
  await page.reload();
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(sessions.getByRole("row")).toHaveCount(2);
  await context.close();
});

test("an API token opens the chosen modules, until it is revoked", async ({ page, playwright, baseURL }) => {
  await open(page, "/account");
  await page.getByRole("button", { name: "Create token" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Create token" });
  await dialog.getByLabel("What it is for").fill("A spreadsheet");
  await dialog.getByRole("checkbox", { name: "Limit reading to some modules" }).press("Space");
  const opens = dialog.getByRole("group", { name: "Modules" });
  await expect(opens.getByRole("checkbox", { name: /^(Administration|Data|People)/ })).toHaveCount(0);
  await opens.getByRole("checkbox", { name: "Members Dashboard" }).press("Space");
  await dialog.getByRole("button", { name: "Create", exact: true }).press("Enter");
  const secret = await dialog.getByLabel("Token", { exact: true }).inputValue();
  await dialog.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("table", { name: "API tokens" }).getByRole("row").nth(1);
  await expect(row).toContainText("Members Dashboard");
  const program = await playwright.request.newContext({
    baseURL: baseURL ?? "",
    extraHTTPHeaders: { Authorization: `Bearer ${secret}` },
    storageState: { cookies: [], origins: [] },
  });
  const status = async (path: string) => (await program.post(path, { data: {} })).status();
  expect(await status("api/v1/dashboard/users/userDashboardInfo/LOGINS")).toBe(200);
  expect(await status("api/v1/bond/score")).toBe(403);
  await row.getByRole("button", { name: "Revoke A spreadsheet" }).click();
  await page
    .getByRole("dialog", { name: "Revoke the API token A spreadsheet?" })
    .getByRole("button", { name: "Revoke" })
    .click();
  await expect(page.getByText("You have no API tokens.")).toBeVisible();
  expect(await status("api/v1/dashboard/users/userDashboardInfo/LOGINS")).toBe(401);
  await program.dispose();
});

test("preferences hold in every browser, and the menu changes them", async ({ page, browser }) => {
  test.setTimeout(60_000);
  await open(page, "/account");
  await page.getByRole("combobox", { name: "Theme" }).selectOption("Dark");
  await page.getByRole("combobox", { name: "Changed filters" }).selectOption("Apply when I press Apply");
  await page.getByRole("combobox", { name: "Period" }).selectOption("Last 90 days");
  await page.getByRole("group", { name: "Tiers" }).getByRole("checkbox", { name: "Gold" }).check();
  await page.getByRole("button", { name: "Save the preferences" }).click();
  await expect(page.getByText("Your preferences are saved.")).toBeVisible();
  await expect(page.locator("html[data-theme=dark]")).toHaveCount(1);

  const context = await browser.newContext({
    storageState: { cookies: [], origins: [] },
    colorScheme: "light",
  });
  const other = await context.newPage();
  await other.goto("/login");
  await signIn(other, user);
  await other.waitForURL("**/executive-summary");
  await idle(other);
  await expect(other.locator("html[data-theme=dark]")).toHaveCount(1);
  await expect(other.getByRole("button", { name: /^Last 90 days/ })).toBeVisible();
  await other.getByRole("button", { name: /^Account of/ }).click();
  const automatic = other.getByRole("menuitemcheckbox", { name: /^Apply filters automatically/ });
  await expect(automatic).not.toBeChecked();
  const saved = other.waitForResponse("**/api/v1/account/preferences");
  await automatic.click();
  expect((await saved).status()).toBe(200);

  // An address with filters shows those, the defaults of the program too; without any, the own ones are back.
  await open(
    other,
    `/user-dashboard?${new URLSearchParams({ filters: JSON.stringify({ period: "THIS_YEAR" }) })}`,
  );
  await expect(other.getByRole("button", { name: /^This year/ })).toBeVisible();
  await other.getByRole("link", { name: "See Breakdown of Logins", exact: true }).click();
  await idle(other);
  expect(filtersOf(other.url())).toEqual({ period: "THIS_YEAR" });
  await other.getByRole("button", { name: "Reset filters" }).click();
  await expect(other.getByRole("button", { name: /^Last 90 days/ })).toBeVisible();
  await expect(other.getByRole("button", { name: "Reset filters" })).toHaveCount(0);

  await page.reload();
  await expect(page.getByRole("combobox", { name: "Changed filters" })).toHaveValue("on");
  await page.getByRole("combobox", { name: "Period" }).selectOption("This year");
  await page.getByRole("checkbox", { name: "Gold" }).uncheck();
  await page.getByRole("combobox", { name: "Theme" }).selectOption("Follow the browser");
  await page.getByRole("button", { name: "Save the preferences" }).click();
  await expect(page.getByText("Your preferences are saved.")).toBeVisible();
  await other.goto("/executive-summary");
  await idle(other);
  await expect(other.getByRole("button", { name: /^This year/ })).toBeVisible();
  await context.close();
});
