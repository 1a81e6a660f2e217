import { menuItem } from "./blocks";
import { addUser } from "./bond";
import { checkPage, devices } from "./looks";
import { block, cardOf, idle, LOGINS, open, withFilters } from "./page";
import { enter, expect, test } from "./test";

const MONTHS = { period: "SELECTED_DATE", startDate: "2026-01-01", endDate: "2026-03-31" };
const MARCH = { ...MONTHS, startDate: "2026-03-01" };
const TITLE = "Logins by Period";

for (const [device, size] of devices)
  test.describe(device, () => {
    test.use({ ...size, signedIn: false });
    // Targets belong to the program: another window size would meet those of this one.
    const [year, value] = device === "desktop" ? ["2026", "400000"] : ["2025", "1"];

    test("targets look right in both themes on cards, in charts and in their dialog", async ({ page }) => {
      await enter(page, addUser("Tara", "ROLE_ADMIN"));
      const inYear = (days: typeof MONTHS) => ({
        ...days,
        startDate: days.startDate.replace("2026", year),
        endDate: days.endDate.replace("2026", year),
      });
      await open(page, withFilters(LOGINS, inYear(MONTHS)));
      const chart = block(page, TITLE);
      await (await menuItem(chart, "Targets")).click();
      const dialog = page.getByRole("dialog", { name: "Targets" });
      await dialog.getByRole("combobox", { name: "Month" }).selectOption("03");
      await dialog.getByRole("combobox", { name: "Year" }).selectOption(year);
      await dialog.getByRole("spinbutton", { name: "Target" }).fill(value);
      await dialog.getByRole("button", { name: "Set target" }).click();
      const row = dialog.getByRole("row", { name: new RegExp(`March ${year}`) });
      await expect(row).toBeVisible();
      await checkPage(page, device, "the dialog of targets", "targets-dialog");
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(chart.getByRole("button", { name: "Target", exact: true })).toBeVisible();
      await idle(page);
      await checkPage(page, device, "a chart with a target", "targets-chart");
      await (await menuItem(chart, "View as table")).click();
      await expect(chart.getByRole("columnheader", { name: "Target" })).toBeVisible();

      await open(page, withFilters("/user-dashboard", inYear(MARCH)));
      const card = cardOf(page, "Logins & Return Logins").or(cardOf(page, "Logins")).first();
      await expect(card.getByText(/% of target/)).toBeVisible();
      await idle(page);
      await checkPage(page, device, "a card with a target", "targets-card");

      await card.getByRole("button", { name: /^Total Logins/ }).click();
      await page.getByRole("button", { name: "Set targets" }).click();
      await dialog.getByRole("button", { name: new RegExp(`^Delete the target: .*March ${year}`) }).click();
      await dialog.getByRole("button", { name: "Delete", exact: true }).click();
      await expect(row).toHaveCount(0);
    });
  });
