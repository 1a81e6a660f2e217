import type { Page } from "@playwright/test";
import { checkPage, devices } from "./looks";
import { LOGINS, open } from "./page";
import { testsWith } from "./program";
import { expect } from "./test";

// A program of its own, without a mail server, a folder for reports or a webhook.
const test = testsWith({
  demo: 300,
  users: [[{ login: "ada@example.com", firstName: "Ada" }, "ROLE_ADMIN"]],
});
test.describe.configure({ mode: "default" });

const bellOf = (page: Page) => page.getByRole("banner").getByRole("button", { name: /^Alerts:/ });
const activeOf = (page: Page) => page.getByRole("dialog", { name: "Active alerts" });

test("an alert in the page begins to hold, is counted by the bell and opens its explanation", async ({
  page,
}) => {
  await open(page, LOGINS);
  await bellOf(page).click();
  await expect(activeOf(page)).toContainText("No alert is active.");
  await activeOf(page).getByRole("button", { name: "Alert me…" }).click();
  const dialog = page.getByRole("dialog", { name: "A new alert" });
  await dialog.getByLabel("Name").fill("Many logins");
  await dialog.getByLabel("Figure").selectOption("logins.totalLogins");
  await dialog.getByLabel("When").selectOption("It is above");
  await dialog.getByLabel("Amount").fill("1");
  await expect(dialog.getByLabel("Send to")).toHaveText("On the page");
  await dialog.getByRole("button", { name: "Save the alert" }).click();
  await expect(dialog).toBeHidden();
  // It is checked meanwhile.
  await expect(async () => {
    await open(page, LOGINS);
    await expect(bellOf(page)).toHaveAccessibleName("Alerts: 1 active, 1 new", { timeout: 2_000 });
  }).toPass();
  await bellOf(page).press("Enter");
  await expect(activeOf(page)).toContainText(/Many logins new.*Total Logins: .*since/);
  await expect(bellOf(page)).toHaveAccessibleName("Alerts: 1 active");
  await activeOf(page).getByRole("link", { name: "Many logins" }).press("Enter");
  await expect(page).toHaveURL(/\/explain\/logins\.totalLogins\?filters=/);
  await expect(activeOf(page)).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Total Logins");
  // The server keeps that it was seen.
  await open(page, LOGINS);
  await expect(bellOf(page)).toHaveAccessibleName("Alerts: 1 active");
});

for (const [device, size] of devices)
  test.describe(device, () => {
    test.use({ ...size });

    test("the alerts that hold look right in both themes", async ({ page }) => {
      await open(page, LOGINS);
      await bellOf(page).press("Enter");
      await expect(activeOf(page).getByRole("listitem")).toHaveCount(1);
      await checkPage(page, device, "active alerts", "active-alerts", activeOf(page));
      await page.keyboard.press("Escape");
      await expect(bellOf(page)).toBeFocused();
    });
  });
