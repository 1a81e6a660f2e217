import { addUser, type User } from "./bond";
import { checkPage, devices } from "./looks";
import { idle, open } from "./page";
import { expect, signIn, test } from "./test";

/** Every page of the administration, with its title. */
const PAGES = {
  "/admin/users": "Users",
  "/admin/roles": "Roles",
  "/admin/data": "Data",
  "/admin/backups": "Backups",
  "/admin/audit": "Audit",
  "/admin/settings": "Settings",
  "/admin/system": "System",
} as const;

let admin: User;
test.beforeAll(() => {
  admin = addUser("Ada", "ROLE_ADMIN");
});

test.describe("an administrator", () => {
  test.use({ signedIn: false });
  test.beforeEach(async ({ page }) => {
    await page.goto("/login");
    await signIn(page, admin);
    await page.waitForURL("**/executive-summary");
  });

  for (const [device, size] of devices) {
    test.describe(device, () => {
      test.use(size);

      test("finds every page in both themes without an accessibility violation", async ({ page }) => {
        test.setTimeout(120_000);
        for (const [path, title] of Object.entries(PAGES)) {
          await test.step(title, async () => {
            await open(page, path);
            await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
            const tabs = page.getByRole("navigation", { name: "Administration pages" });
            await expect(tabs.getByRole("link", { name: title })).toHaveAttribute("aria-current", "page");
            await checkPage(page, device, title);
          });
        }
      });
    });
  }

  test("reaches the pages from the menu by keyboard", async ({ page }) => {
    await idle(page);
    await page.getByRole("link", { name: "Administration" }).focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/admin\/users$/);
    await page.getByRole("navigation", { name: "Administration pages" }).getByText("System").focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("System");
    await expect(page.getByRole("row", { name: /^audit log/ })).toContainText("unbroken");
  });

  test("checks a file, sees its faults, and loads nothing", async ({ page }) => {
    await open(page, "/admin/data");
    const file = {
      name: "logins.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("member_id,when\nM1,2026-01-01\n"),
    };
    await page.getByLabel("Choose files").setInputFiles(file);
    await expect(page.getByRole("list", { name: "Chosen files" })).toContainText("logins.csv");
    await page.getByRole("button", { name: "Check only" }).click();
    const first = page.getByRole("table", { name: "Loads" }).getByRole("row").nth(1);
    await expect(first).toContainText("Refused");
    await first.getByRole("button", { name: /^Details of load/ }).press("Enter");
    const dialog = page.getByRole("dialog", { name: /^Load \d+$/ });
    await expect(dialog.getByRole("table", { name: "Faults" })).toContainText("logins.csv");
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Save as CSV" }).click();
    expect((await download).suggestedFilename()).toMatch(/^bond-load-\d+-faults\.csv$/);
    await checkPage(page, "desktop", "the details of a load");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });

  test("sees the days of a table", async ({ page }) => {
    await open(page, "/admin/data");
    await page.getByRole("button", { name: "Show the days of logins" }).press("Enter");
    const calendar = page.getByRole("table", { name: "Days of logins" });
    await expect(calendar.getByRole("row").first()).toContainText(/^\d{4}-\d{2}/);
    await checkPage(page, "desktop", "the calendar");
  });

  test("makes a backup, verifies it, and finds both in the audit log", async ({ page }) => {
    await open(page, "/admin/backups");
    await page.getByRole("button", { name: "Make one now" }).click();
    await expect(page.getByRole("status")).toContainText("data version", { timeout: 20_000 });
    await page
      .getByRole("button", { name: /^Verify the backup of/ })
      .first()
      .click();
    await expect(page.getByRole("status")).toContainText("good:", { timeout: 20_000 });
    await open(page, "/admin/audit");
    await page.getByLabel("Who", { exact: true }).fill(admin.login);
    await page.getByLabel("Event", { exact: true }).selectOption("backup_verified");
    await page.getByRole("button", { name: "Show" }).click();
    const rows = page.getByRole("table", { name: "Audit log" }).getByRole("row");
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText(admin.login);
  });

  test("chooses the program's name and takes the choice back", async ({ page }) => {
    await open(page, "/admin/settings");
    const name = page.getByLabel("Program name");
    const before = await name.inputValue();
    await name.fill("Horizon Rewards");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page).toHaveTitle(/Horizon Rewards$/);
    await page.getByLabel("Account manager: mail address").fill("nobody");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "account_manager_mail" })).toBeVisible();
    await page.getByLabel("Account manager: mail address").fill("");
    await name.fill(before);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page).toHaveTitle(new RegExp(`${before}$`));
  });
});

test("others neither find the administration nor open it", async ({ page }) => {
  await open(page, "/executive-summary");
  await expect(page.getByRole("link", { name: "Administration" })).toHaveCount(0);
  for (const path of ["/admin", ...Object.keys(PAGES)]) {
    await open(page, path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Access not available");
  }
  await checkPage(page, "desktop", "an administration page without the permission");
});
