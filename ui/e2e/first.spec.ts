// The set-up of an empty install, and who alone administers it. The tests have a server of their own.
import { PASSWORD } from "./bond";
import { checkPage } from "./looks";
import { testsWith } from "./program";
import { enter, expect } from "./test";

/** The tests share a program that begins without data and users. */
const test = testsWith({ users: [] });

test.describe.configure({ mode: "serial" });
test.use({ signedIn: false });

const ANN = { login: "ann@example.com", firstName: "Ann" };

test("an empty install leads to the set-up page, which says what is wrong", async ({
  page,
  expectFailure,
}) => {
  await page.goto("/");
  await expect(page).toHaveURL(/\/set-up$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome to Bond");
  await page.getByLabel("Set-up token").fill("wrong");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Login")).toHaveAccessibleDescription("Login field is required");
  await expect(page.getByLabel("Login")).toBeFocused();
  await checkPage(page, "desktop", "the set-up page with errors", "set-up");
  await page.getByLabel("Login").fill(ANN.login);
  await page.getByLabel("First name").fill(ANN.firstName);
  await page.getByLabel("Password (12 to 128 characters)").fill(PASSWORD);
  expectFailure(403, "/api/auth/setup");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This set-up token is not valid or has expired.")).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("the first administrator is made, and signed in", async ({ page, program }) => {
    await page.goto("/set-up");
    await checkPage(page, "phone", "the set-up page", "set-up");
    const link = /administrator here:\s+(\S+)/.exec(program.output())?.[1] ?? "";
    await page.goto("/login");
    await page.goto(link);
    await expect(page.getByLabel("Set-up token")).toHaveValue(/^\S{43}$/);
    await page.getByLabel("Login").fill(ANN.login);
    await page.getByLabel("First name").fill(ANN.firstName);
    await page.getByLabel("Password (12 to 128 characters)").fill(PASSWORD);
    await page.getByRole("button", { name: "Create administrator account" }).tap();
    await page.waitForURL("**/executive-summary");
    // There are no figures yet.
    await expect(page.getByRole("heading", { name: "Nothing is loaded yet" })).toBeVisible();
    await checkPage(page, "phone", "the start screen", "start");
    await page.goto("/set-up");
    await expect(page.getByText("The first administrator account exists already.")).toBeVisible();
    await checkPage(page, "phone", "the set-up page afterwards", "set-up-over");
  });
});

test("the last administrator cannot be removed, and is told why", async ({ page, expectFailure }) => {
  await enter(page, ANN);
  await page.goto("/admin/users");
  await page.getByRole("button", { name: `Manage ${ANN.login}` }).click();
  const dialog = page.getByRole("dialog", { name: ANN.login, exact: true });
  await dialog.getByRole("button", { name: "Delete" }).click();
  const asked = page.getByRole("dialog", { name: `Delete ${ANN.login}?` });
  await asked.getByLabel("Your password").fill(PASSWORD);
  expectFailure(409, "/api/v1/admin/users/1/remove");
  await asked.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(
    asked.getByRole("alert").filter({ hasText: /no enabled user could administer Bond afterwards/i }),
  ).toBeVisible();
  await checkPage(page, "desktop", "the last administrator", "admin-last");
  await asked.getByRole("button", { name: "Cancel" }).click();
  await dialog.getByRole("button", { name: "Change roles" }).click();
  const roles = page.getByRole("dialog", { name: `Roles of ${ANN.login}` });
  await roles.getByRole("checkbox", { name: "Administrator" }).uncheck();
  await roles.getByRole("checkbox", { name: "User" }).check();
  await roles.getByLabel("Your password").fill(PASSWORD);
  expectFailure(409, "/api/v1/admin/users/1/roles");
  await page.keyboard.press("Enter");
  await expect(roles.getByRole("alert").filter({ hasText: "administer" })).toBeVisible();
  // The password was right: it is not what is said to be wrong.
  await expect(roles.getByLabel("Your password")).toHaveAttribute("aria-invalid", "false");
});
