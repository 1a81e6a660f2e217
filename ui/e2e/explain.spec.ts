import { idle, MONITOR, open } from "./page";
import { expect, test } from "./test";

test("a change opens its explanation, which can be divided further and linked", async ({ page }) => {
  await open(page, MONITOR);
  await page.getByTitle("Why did Total Logins move?").click();
  await expect(page).toHaveURL(/\/explain\/logins\.totalLogins/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Why Total Logins moved");
  await expect(page.getByText(/^Total Logins (rose|fell) by /)).toBeVisible();

  await page.getByRole("button", { name: /^Tier/ }).click();
  const table = page.getByRole("table", { name: "Causes by tier" });
  await expect(table).toBeVisible();
  const first = table.getByRole("button", { name: /^Divide .* further$/ }).first();
  await first.click();
  await expect(table.getByRole("button", { expanded: true })).toHaveCount(1);
  await table.getByRole("combobox").selectOption("AUDIENCE");
  await expect(page).toHaveURL(/AUDIENCE/);
  await idle(page);

  // The address shows the same causes again.
  const names = await table.getByRole("rowheader").allInnerTexts();
  await page.reload();
  await expect(table.getByRole("rowheader")).toHaveText(names);
});

test("why the score moved is two clicks from any screen", async ({ page }) => {
  await open(page, MONITOR);
  await page
    .getByRole("button", { name: /See Breakdown/ })
    .first()
    .click();
  await page.getByRole("link", { name: "Why it moved" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Why BOND Score moved");
  await expect(page.getByText(/^BOND Score (rose|fell|did not)/)).toBeVisible();
  await page
    .getByRole("button", { name: /^Divide .* further$/ })
    .first()
    .click();
  await expect(page.getByRole("button", { expanded: true })).toHaveCount(1);
});
