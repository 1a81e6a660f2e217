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

test("a partner opens the offers with all of its own, and no others", async ({ page }) => {
  await open(page, "/offers-dashboard/partners-breakdown");
  const link = block(page, "Partners").getByRole("rowheader").getByRole("link").first();
  const name = await link.innerText();
  await link.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Offers Dashboard");
  expect(filtersOf(page.url())).toMatchObject({ offersAll: false });
  await open(page, `/offers-dashboard/partners-breakdown${new URL(page.url()).search}`);
  await expect(block(page, "Partners").getByRole("rowheader")).toHaveText([name]);
});

/** The screens whose rows no filter has, with the block that shows one alone. */
const ALONE = [
  ["/content-dashboard/articles-breakdown", "Articles Visited"],
  ["/website-dashboard/source-breakdown", "Source of Traffic"],
  ["/website-dashboard/searches-breakdown", "On-site Searches"],
] as const;

for (const [path, title] of ALONE) {
  test(`${path} shows one row alone, says so, and shows all again`, async ({ page }) => {
    await open(page, withFilters(path, TWO_YEARS));
    const rows = block(page, title).getByRole("rowheader");
    await expect(rows.nth(1)).toBeVisible();
    const all = await rows.allInnerTexts();
    const [, name = ""] = all;
    await rows.getByRole("link", { name, exact: true }).click();
    const chip = block(page, title).getByRole("button", { name: `Only ${name}. Show all` });
    await expect(chip).toBeVisible();
    await expect(rows.first()).toHaveText(name);
    await expect(block(page, title)).toContainText(
      "Where this screen does not say “Only”, it counts everything.",
    );
    await page.reload();
    await idle(page);
    await expect(rows.first()).toHaveText(name);
    await chip.click();
    await expect(rows).toHaveText(all);
    await page.getByRole("link", { name: /^Back to .* Breakdown$/ }).click();
    await expect(rows).toHaveText(all);
  });
}

test("the bar of a channel shows it alone", async ({ page }) => {
  const path = "/user-dashboard/registrations-breakdown";
  await open(page, withFilters(path, TWO_YEARS));
  const title = "New Registrations by Source";
  const table = await asTable(page, { title });
  const name = await table.getByRole("rowheader").first().innerText();
  await table.getByRole("link", { name, exact: true }).click();
  await expect(block(page, title).getByRole("button", { name: `Only ${name}. Show all` })).toBeVisible();
  await expect(block(page, title).getByRole("img")).toHaveAccessibleName(new RegExp(name));
});

test("the search finds what no filter has, and polls", async ({ page, api }) => {
  const { pollList } = await api<{ pollList: { id: number; name: string }[] }>(
    "api/v1/content/dashboard/polls/breakdown/info",
    TWO_YEARS,
  );
  await open(page, withFilters(LOGINS, TWO_YEARS));
  const dialog = page.getByRole("dialog", { name: "Search" });
  const find = async (text: string, screen: string) => {
    await page.keyboard.press("Control+k");
    await dialog.getByRole("combobox").fill(text);
    await dialog.getByRole("option").filter({ hasText: screen }).filter({ hasText: text }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(screen);
  };
  const [poll] = pollList;
  await find(poll?.name ?? "", "Polls Breakdown");
  await expect(page.getByRole("combobox", { name: "Choose Poll" })).toHaveValue(String(poll?.id));
  await find("electric", "On-site Search Breakdown");
  await expect(
    block(page, "On-site Searches").getByRole("button", { name: /^Only .*electric/ }),
  ).toBeVisible();
  await find("Organic", "Source Breakdown");
  await expect(block(page, "Source of Traffic").getByRole("button", { name: /^Only Organic/ })).toBeVisible();
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
