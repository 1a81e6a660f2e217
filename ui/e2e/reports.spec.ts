import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PASSWORD } from "./bond";
import { checkPage, devices } from "./looks";
import { open, shareBy } from "./page";
import { testsWith } from "./program";
import { expect } from "./test";

const LOGINS = "/user-dashboard/logins-breakdown";

// A program of its own: the others have no folder for reports.
const test = testsWith({
  demo: 300,
  users: [[{ login: "ada@example.com", firstName: "Ada" }, "ROLE_ADMIN"]],
  settings: (folder) => ({ BOND_REPORTS_DIR: folder }),
});
test.describe.configure({ mode: "default" });

test("a screen is scheduled, sent now into the folder, and listed with how that went", async ({
  page,
  program,
  expectFailure,
}) => {
  expectFailure(400, "/api/v1/reports");
  await open(page, LOGINS);
  await shareBy(page, "Schedule…");
  const dialog = page.getByRole("dialog", { name: "A report of Logins Breakdown" });
  await dialog.getByLabel("Name").fill("Logins for the board");
  await dialog.getByLabel("How often").selectOption("Every day");
  await dialog.getByLabel("Subfolder").fill("../board");
  await dialog.getByRole("button", { name: "Save the report" }).click();
  await expect(dialog.getByLabel("Subfolder")).toHaveAccessibleDescription(/^Expected/);
  await expect(dialog.getByLabel("Subfolder")).toBeFocused();
  await dialog.getByLabel("Subfolder").fill("board");
  await dialog.getByRole("button", { name: "Save the report" }).click();
  await expect(dialog).toBeHidden();
  expect(new URL(page.url()).pathname).toBe(LOGINS);
  await page.getByRole("link", { name: "Open Reports and alerts" }).click();
  const row = page.getByRole("row", { name: /Logins for the board/ });
  await expect(row).toContainText("Every day");
  await row.getByRole("button", { name: "Send Logins for the board now" }).click();
  await expect(row).toContainText(/sent/);
  await expect(row).toContainText(/Written to board\/logins-for-the-board_\d{4}-\d\d-\d\d\.xlsx\./);
  const [file = ""] = readdirSync(join(program.folder, "board"));
  expect(
    readFileSync(join(program.folder, "board", file))
      .subarray(0, 2)
      .toString(),
  ).toBe("PK");
});

test("a figure that was explained is watched, and a trial goes into the folder", async ({
  page,
  program,
  expectFailure,
}) => {
  expectFailure(400, "/api/v1/alerts");
  await open(page, "/explain/logins.totalLogins");
  await page.getByRole("button", { name: "Alert me…" }).click();
  const dialog = page.getByRole("dialog", { name: "A new alert" });
  await expect(dialog.getByLabel("Figure")).toHaveValue("logins.totalLogins");
  await dialog.getByLabel("Name").fill("Few logins");
  await dialog.getByLabel("When").selectOption("It is above");
  await dialog.getByLabel("Send to").selectOption("To a folder of the server");
  await dialog.getByLabel("Subfolder").fill("alerts");
  await dialog.getByRole("button", { name: "Save the alert" }).click();
  await expect(dialog.getByLabel("Amount")).toHaveAccessibleDescription(/^Expected/);
  await dialog.getByLabel("Amount").fill("1");
  await dialog.getByRole("button", { name: "Save the alert" }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/explain\/logins\.totalLogins/);
  await page.getByRole("link", { name: "Open Reports and alerts" }).click();
  const row = page.getByRole("row", { name: /Few logins/ });
  await expect(row).toContainText("Total Logins: above 1");
  await row.getByRole("button", { name: "Send a test of Few logins" }).click();
  await expect(row).toContainText(/Written to alerts\/few-logins_/);
  const [file = ""] = readdirSync(join(program.folder, "alerts"));
  const text = readFileSync(join(program.folder, "alerts", file), "utf8");
  expect(text).toContain("Rule: Total Logins: above 1.");
  expect(text).toContain("A test, sent on request. The alert is active.");
  await row.getByRole("button", { name: "Change the alert Few logins" }).click();
  await expect(page.getByRole("dialog", { name: "The alert Few logins" }).getByLabel("Amount")).toHaveValue(
    "1",
  );
});

test("the secret of webhooks is shown to whoever confirms it, and renewed", async ({
  page,
  expectFailure,
}) => {
  await open(page, "/admin/system");
  const panel = page.getByRole("region", { name: "Webhook secret" });
  await panel.getByRole("button", { name: "Show" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password").fill("a wrong password");
  expectFailure(403, "/api/v1/admin/webhook-secret/show");
  await dialog.getByRole("button", { name: "Show" }).click();
  await expect(dialog.getByLabel("Your password")).toHaveAccessibleDescription(/^The password is wrong\./);
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Show" }).click();
  const secret = panel.getByRole("textbox", { name: "Secret" });
  await expect(secret).toHaveValue(/^[0-9a-f]{64}$/);
  const before = await secret.inputValue();
  await panel.getByRole("button", { name: "Create a new one" }).click();
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Create a new one" }).click();
  await expect(secret).not.toHaveValue(before);
});

test("the system lists no connection", async ({ page }) => {
  await open(page, "/admin/system");
  await expect(page.getByRole("heading", { name: "Connections Bond has opened" })).toBeVisible();
  await expect(page.getByText("None.", { exact: true })).toBeVisible();
});

for (const [device, size] of devices)
  test.describe(device, () => {
    test.use({ ...size });

    test("the page of reports looks right in both themes", async ({ page }) => {
      await open(page, "/reports");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Reports and alerts");
      await checkPage(page, device, "reports", "reports");
    });
  });
