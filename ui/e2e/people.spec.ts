// The pages Users and Roles of the administration.
import { randomBytes } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { addUser, bond, PASSWORD, type User } from "./bond";
import { checkPage } from "./looks";
import { open } from "./page";
import { enter, expect, signIn, test } from "./test";

test.use({ signedIn: false });

let admin: User;
test.beforeAll(() => {
  admin = addUser("Ada", "ROLE_ADMIN");
});

test.beforeEach(async ({ page }) => {
  await enter(page, admin);
});

const users = (page: Page): Locator => page.getByRole("table", { name: "Users" });
const roles = (page: Page): Locator => page.getByRole("table", { name: "Roles" });

/** Opens the page Users and searches. */
async function find(page: Page, text: string): Promise<Locator> {
  await open(page, "/admin/users");
  await page.getByRole("searchbox", { name: "Search users" }).fill(text);
  const row = users(page).getByRole("row").nth(1);
  await expect(row).toContainText(text);
  await expect(users(page).getByRole("row")).toHaveCount(2);
  return row;
}

/** Opens the dialog of a user. */
async function manage(page: Page, { login }: User): Promise<Locator> {
  await find(page, login);
  await page.getByRole("button", { name: `Manage ${login}` }).click();
  return page.getByRole("dialog", { name: login, exact: true });
}

/** The dialog above all others. */
const question = (page: Page, name: string | RegExp): Locator => page.getByRole("dialog", { name });

for (const [name, size] of [
  ["desktop", { viewport: { width: 1440, height: 900 } }],
  ["phone", { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }],
] as const) {
  test.describe(name, () => {
    test.use(size);

    test("Users and Roles are accessible in both themes, with their dialogs", async ({ page }) => {
      test.setTimeout(120_000);
      const user = addUser("Zoe");
      const dialog = await manage(page, user);
      await expect(dialog).toContainText("Signed in nowhere.");
      await checkPage(page, name, "a user", "admin-user");
      await dialog.getByRole("button", { name: "Change roles" }).click();
      await expect(question(page, `Roles of ${user.login}`)).toBeVisible();
      await checkPage(page, name, "the roles of a user", "admin-user-roles");
      await page.keyboard.press("Escape");
      await expect(dialog).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await checkPage(page, name, "Users", "admin-users");
      await page.getByRole("button", { name: "Add a user" }).click();
      await checkPage(page, name, "adding a user", "admin-user-new");

      await open(page, "/admin/roles");
      await expect(roles(page)).toContainText("Built in");
      await checkPage(page, name, "Roles", "admin-roles");
      await page.getByRole("button", { name: "Show User" }).click();
      await checkPage(page, name, "a built-in role", "admin-role-shown");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Add a role" }).click();
      await checkPage(page, name, "a new role", "admin-role-new");
    });
  });
}

test("a user is added with a link that works once, by keyboard", async ({ page, browser, expectFailure }) => {
  const login = `eve-${randomBytes(6).toString("hex")}@example.com`;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "/admin/users");
  await page.getByRole("button", { name: "Add a user" }).press("Enter");
  const dialog = question(page, "Add a user");
  await dialog.getByLabel("Login").fill(login);
  await dialog.getByLabel("First name").fill("Eve");
  await dialog.getByRole("checkbox", { name: /^User/ }).press("Space");
  await dialog.getByLabel("Your password").fill("not the password");
  expectFailure(403, "/api/v1/admin/users");
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Your password")).toHaveAccessibleDescription(/^The password is wrong\./);
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await page.keyboard.press("Enter");

  const shown = question(page, "A link to choose a password");
  const link = await shown.getByLabel("Link", { exact: true }).inputValue();
  await shown.getByRole("button", { name: "Copy" }).press("Enter");
  await expect(shown.getByRole("status")).toHaveText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await checkPage(page, "desktop", "the link", "admin-user-link");
  await shown.getByRole("button", { name: "Done" }).press("Enter");
  await expect(await find(page, login)).toContainText("Invited");

  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByText(`You will sign in as ${login}.`)).toBeVisible();
  await other.getByLabel("Password (12 to 128 characters)").fill(PASSWORD);
  await other.getByLabel("Repeat the password").fill(PASSWORD);
  await other.keyboard.press("Enter");
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("To get started, please sign in");
  await signIn(other, { login, firstName: "Eve" });
  await other.waitForURL("**/executive-summary");
  await other.goto(link);
  await other.reload();
  await expect(other.getByText("This link is not valid or has expired.")).toBeVisible();
  await context.close();
  await expect(await find(page, login)).toContainText("Active");
});

test("roles, disable, enable, unlock, end sessions, a new link, delete", async ({ page }) => {
  test.setTimeout(60_000);
  const user = addUser("Tom");
  const dialog = await manage(page, user);
  const confirm = async (button: string, title: string | RegExp, action: string, password?: string) => {
    await dialog.getByRole("button", { name: button, exact: true }).click();
    if (password) await question(page, title).getByLabel("Your password").fill(password);
    await question(page, title).getByRole("button", { name: action, exact: true }).click();
    await expect(question(page, title)).toBeHidden();
  };

  await dialog.getByRole("button", { name: "Change roles" }).click();
  const roleDialog = question(page, `Roles of ${user.login}`);
  await roleDialog.getByRole("checkbox", { name: "Administrator" }).check();
  await roleDialog.getByLabel("Your password").fill(PASSWORD);
  await roleDialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toContainText("Administrator, User");

  await dialog.getByRole("button", { name: "Change login and name" }).click();
  const names = question(page, "Change login and name");
  await names.getByLabel("First name").fill("Thomas");
  await names.getByLabel("Your password").fill(PASSWORD);
  await names.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toContainText("Thomas");

  await confirm("Disable", /^Disable /, "Disable");
  await expect(dialog).toContainText("Disabled");
  await dialog.getByRole("button", { name: "Enable" }).click();
  await expect(dialog).toContainText("Active");
  await dialog.getByRole("button", { name: "Unlock" }).click();
  await expect(page.getByText(`${user.login} can sign in again.`)).toBeVisible();
  await confirm("End sessions", /^End the sessions/, "End sessions");
  await expect(page.getByText(`The sessions of ${user.login} have ended.`)).toBeVisible();

  await dialog.getByRole("button", { name: "Create a password link" }).click();
  await question(page, /^Create a password link for/)
    .getByLabel("Your password")
    .fill(PASSWORD);
  await page.keyboard.press("Enter");
  const link = question(page, "A link to choose a password");
  await expect(link.getByLabel("Link", { exact: true })).toHaveValue(/\/choose-password#.{20}/);
  await link.getByRole("button", { name: "Done" }).click();

  await confirm("Delete", /^Delete /, "Delete", PASSWORD);
  await expect(dialog).toBeHidden();
  await expect(page.getByText("No login and no first name contains this text.")).toBeVisible();
  expect(bond(["user list"])).not.toContain(user.login);
});

test("who may only read Administration sees users and roles, and changes nothing", async ({ page }) => {
  const role = `readers-${randomBytes(4).toString("hex")}`;
  bond(["role set", role, "--read", "ADMIN"]);
  const reader = addUser("Rita", role);
  await enter(page, reader);
  const dialog = await manage(page, admin);
  await expect(dialog).toContainText("Sessions");
  await expect(dialog.getByRole("button")).toHaveText([""]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Add a user" })).toHaveCount(0);
  await open(page, "/admin/roles");
  await expect(page.getByRole("button", { name: `Show ${role}` })).toBeVisible();
  await expect(page.getByRole("button", { name: /^(Add|Change|Copy|Delete) / })).toHaveCount(0);
});

test("a role is made, limited, copied, changed and deleted; a built-in one is only shown", async ({
  page,
}) => {
  test.setTimeout(60_000);
  const name = `gold-${randomBytes(4).toString("hex")}`;
  const row = (role: string) =>
    roles(page)
      .getByRole("row")
      .filter({ has: page.getByRole("rowheader", { name: role, exact: true }) });
  await open(page, "/admin/roles");
  await expect(page.getByRole("button", { name: "Change Administrator" })).toHaveCount(0);
  await page.getByRole("button", { name: "Show Administrator" }).click();
  const shown = question(page, "Administrator");
  await expect(shown.getByRole("checkbox", { name: /^Administration/ })).toBeDisabled();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Add a role" }).click();
  const made = question(page, "New role");
  await made.getByLabel("Name").fill(name);
  await made.getByRole("checkbox", { name: "Members Dashboard" }).check();
  // What administers cannot be limited to some members.
  const administration = made.getByRole("checkbox", { name: /^Administration/ });
  await administration.check();
  await expect(made.getByRole("checkbox", { name: "May change" })).toBeVisible();
  await expect(made.getByRole("group", { name: "Tiers" })).toHaveCount(0);
  await administration.uncheck();
  await made.getByRole("group", { name: "Tiers" }).getByRole("checkbox", { name: "Gold" }).check();
  await made.getByLabel("Your password").fill(PASSWORD);
  await made.getByRole("button", { name: "Save" }).click();
  await expect(row(name)).toContainText("Members Dashboard");
  await expect(row(name)).toContainText("Tiers: Gold");

  await page.getByRole("button", { name: `Copy ${name}` }).click();
  await question(page, "New role").getByLabel("Your password").fill(PASSWORD);
  await question(page, "New role").getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: `Change copy-of-${name}` }).click();
  const changed = question(page, `copy-of-${name}`);
  await changed.getByRole("group", { name: "Tiers" }).getByRole("checkbox", { name: "Gold" }).uncheck();
  await changed.getByLabel("Your password").fill(PASSWORD);
  await changed.getByRole("button", { name: "Save" }).click();
  await expect(row(`copy-of-${name}`)).toContainText("Everybody");

  const holder = addUser("Hal", name);
  await open(page, "/admin/roles");
  await expect(row(name).getByRole("cell").nth(2)).toHaveText("1");
  for (const [role, said] of [
    [`copy-of-${name}`, "No user has it."],
    [name, "It is taken from 1 user."],
  ] as const) {
    await page.getByRole("button", { name: `Delete ${role}` }).click();
    const asked = question(page, `Delete the role ${role}?`);
    await expect(asked).toContainText(said);
    await asked.getByLabel("Your password").fill(PASSWORD);
    await asked.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(row(role)).toHaveCount(0);
  }
  await expect(await manage(page, holder)).not.toContainText(name);
});
