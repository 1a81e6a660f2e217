import { asTable } from "./blocks";
import { block, filtersOf, idle, LOGINS, open, TWO_YEARS, withFilters } from "./page";
import { expect, test } from "./test";

test("a row opens what shows most about it, and leads back to the screen as it was", async ({ page }) => {
  await open(page, withFilters(LOGINS, TWO_YEARS));
  const table = block(page, "Total / Unique Logins");
  await table.getByRole("combobox", { name: "View by" }).selectOption("TIER");
  await idle(page);
  const link = table.getByRole("rowheader").getByRole("link").first();
  const name = await link.innerText();
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Member Dashboard");
  expect(filtersOf(page.url())).toMatchObject({ ...TWO_YEARS, userGroupsTiersAll: false });
  await expect(page.getByRole("button", { name: /^User groups/ })).toContainText(name);
  await page.getByRole("link", { name: "Back to Logins Breakdown" }).click();
  await expect(table.getByRole("combobox", { name: "View by" })).toHaveValue("TIER");
  expect(filtersOf(page.url())).toEqual(TWO_YEARS);
});

test("a month of a chart narrows the period, by its table and by a press", async ({ page }) => {
  await open(page, withFilters(LOGINS, TWO_YEARS));
  const chart = block(page, "Logins by Period");
  const year = TWO_YEARS.startDate.slice(0, 4);
  const september = { period: "SELECTED_DATE", startDate: `${year}-09-01`, endDate: `${year}-09-30` };
  const table = await asTable(page, { title: "Logins by Period" });
  await table.getByRole("link", { name: `Sep ${year}` }).click();
  await expect.poll(() => filtersOf(page.url())).toEqual(september);
  await page.getByRole("link", { name: "Back to Logins Breakdown" }).click();
  await expect.poll(() => filtersOf(page.url())).toEqual(TWO_YEARS);
  await chart.getByRole("button", { name: /^More: / }).click();
  await chart.getByRole("menuitem", { name: "View as chart" }).click();
  await idle(page);
  const canvas = chart.locator("canvas");
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (!box) throw new Error("the chart is not drawn");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect.poll(() => filtersOf(page.url())?.startDate).toMatch(/^\d{4}-\d\d-01$/);
  await expect.poll(() => filtersOf(page.url())?.startDate).not.toBe(TWO_YEARS.startDate);
});

test("the search finds groups and offers by name", async ({ page }) => {
  await open(page, LOGINS);
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Search" });
  await dialog.getByRole("combobox").fill("gold");
  await dialog.getByRole("option", { name: /^Gold Member Dashboard$/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Member Dashboard");
  await expect(page.getByRole("button", { name: /^User groups/ })).toContainText("Gold");
});
