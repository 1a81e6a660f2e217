import type { Locator, Page } from "@playwright/test";
import {
  apply,
  bar,
  callsOf,
  cardOf,
  csvRows,
  downloaded,
  idle,
  MONITOR,
  open,
  openPeriod,
  written,
  writtenRange,
} from "./page";
import { expect, test } from "./test";

type Row = { typeName: string; popValue: number; filterPeriodValue: number; changePercent: number };
type Trends = {
  startDate: string;
  endDate: string;
  startDatePop: string;
  endDatePop: string;
  startDateYoy: string;
  endDateYoy: string;
  pops: Row[];
  yoys: Row[];
};

const panel = (page: Page): Locator => page.getByRole("complementary", { name: "Trends" });
const button = (page: Page, card: string): Locator =>
  page.getByRole("button", { name: `Trends for ${card}`, exact: true });

async function openTrends(page: Page, card: string): Promise<void> {
  await button(page, card).click();
  await expect(panel(page).getByRole("paragraph").filter({ hasText: card })).toBeVisible();
  await expect(panel(page).getByRole("table")).toHaveCount(2);
}

/** Opens the trends of logins and expects both tables in their file. */
async function expectFile(page: Page, trends: Trends): Promise<void> {
  await openTrends(page, "Logins");
  const { name, content } = await downloaded(page, panel(page).getByRole("button", { name: "Download CSV" }));
  expect(name).toBe(`trends-logins_${trends.startDate}_${trends.endDate}.csv`);
  const figures = ({ typeName, popValue, filterPeriodValue, changePercent }: Row) => [
    typeName,
    ...[popValue, filterPeriodValue, changePercent].map(String),
  ];
  const now = writtenRange(trends.startDate, trends.endDate);
  const heads = (start: string, end: string) => {
    const before = writtenRange(start, end);
    return ["Metric", before, now, `% change from ${before}`];
  };
  const days = 1 + (Date.parse(trends.endDate) - Date.parse(trends.startDate)) / 86_400_000;
  expect(csvRows(content)).toEqual([
    ["Trends", "Logins"],
    [""],
    ["Period Over Period", expect.stringMatching(`^Against the (${days} days|\\d+ months) just before$`)],
    heads(trends.startDatePop, trends.endDatePop),
    ...trends.pops.map(figures),
    [""],
    ["Year Over Year", "Against the same dates one year earlier"],
    heads(trends.startDateYoy, trends.endDateYoy),
    ...trends.yoys.map(figures),
  ]);
}

test.beforeEach(async ({ page }) => {
  await open(page, MONITOR);
});

test("opens with the metric of each card", async ({ page }) => {
  for (const [card, type, first] of [
    ["Partners", "O_PARTNERS", "Redemptions"],
    ["Registrations", "U_NEW_ENROLLMENTS", "Total New Registered"],
    ["Program Engagement Rate", "U_ENGAGEMENT_RATE", "Program Engagement Rate"],
    ["Logins", "U_LOGINS", "Total Logins"],
    ["Return Logins and Frequency", "U_RETURN_LOGINS_AND_FREQUENCY", "Avg Login/Member"],
    ["% of Unsubscribed", "E_UNSUBSCRIBED", "% of Unsubscribed"],
  ] as const) {
    const request = page.waitForRequest("**/api/v1/trends/*");
    await openTrends(page, card);
    expect((await request).url()).toMatch(new RegExp(`/api/v1/trends/${type}$`));
    await expect(panel(page).getByRole("rowheader").first()).toContainText(first);
    // Only one trend is open at a time, and only its card is highlighted and in view.
    for (const other of await page.getByRole("button", { name: /^Trends for/ }).all())
      await expect(other).toHaveAttribute(
        "aria-pressed",
        String((await other.getAttribute("aria-label")) === `Trends for ${card}`),
      );
    const outline = (one: Locator) => one.evaluate((element) => getComputedStyle(element).borderTopColor);
    const other = cardOf(page, card === "Logins" ? "Partners" : "Logins");
    await expect.poll(async () => (await outline(cardOf(page, card))) !== (await outline(other))).toBe(true);
    await expect(cardOf(page, card)).toBeInViewport({ ratio: 0.99 });
  }
});

test("two tables with their ranges, values and changes, and the file with both", async ({ page, api }) => {
  const trends = await api<Trends>("api/v1/trends/U_ENGAGEMENT_RATE", {});
  await openTrends(page, "Program Engagement Rate");
  for (const [title, rows, from, to] of [
    ["Period Over Period", trends.pops, trends.startDatePop, trends.endDatePop],
    ["Year Over Year", trends.yoys, trends.startDateYoy, trends.endDateYoy],
  ] as const) {
    const table = panel(page).getByRole("table", { name: title });
    const heads = (await table.getByRole("columnheader").allInnerTexts()).map((text) =>
      text.replace(/\s+/g, " "),
    );
    expect(heads).toEqual([
      "Metric",
      writtenRange(from, to),
      writtenRange(trends.startDate, trends.endDate),
      "% change",
    ]);
    for (const [at, row] of rows.entries()) {
      const line = table.locator("tbody tr").nth(at);
      // Only the first is a percentage.
      const sign = at === 0 ? "%" : "";
      await expect(line.getByRole("rowheader")).toContainText(row.typeName);
      await expect(line.getByRole("cell").nth(0)).toHaveText(`${written(row.popValue)}${sign}`);
      await expect(line.getByRole("cell").nth(1)).toHaveText(`${written(row.filterPeriodValue)}${sign}`);
      await expect(line.getByRole("cell").nth(2)).toContainText(`${written(Math.abs(row.changePercent))}%`);
    }
  }
  await expectFile(page, await api<Trends>("api/v1/trends/U_LOGINS", {}));
});

test("Escape and both buttons close it, and the focus returns; a click outside leaves it open, and the page still scrolls", async ({
  page,
}) => {
  await openTrends(page, "Registrations");
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await expect(button(page, "Registrations")).toBeFocused();
  for (const close of ["Close", "Close trends"]) {
    await openTrends(page, "Logins");
    await panel(page).getByRole("button", { name: close, exact: true }).click();
    await expect(panel(page)).toHaveCount(0);
    await expect(button(page, "Logins")).toBeFocused();
    await expect(button(page, "Logins")).toHaveAttribute("aria-pressed", "false");
  }
  const before = await cardOf(page, "Partners").boundingBox();
  await openTrends(page, "Partners");
  const narrowed = async () => (await cardOf(page, "Partners").boundingBox())?.width;
  await expect.poll(narrowed).not.toBe(before?.width);
  await page.getByRole("heading", { name: "Pinned Metrics" }).click();
  await expect(panel(page)).toBeVisible();
  await page.mouse.move(500, 500);
  await page.mouse.wheel(0, 400);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await expect(panel(page)).toBeInViewport({ ratio: 0.9 });
  // No card is hidden under it.
  const edge = (await panel(page).boundingBox())?.x ?? 0;
  for (const card of await page.getByRole("article").all()) {
    const box = await card.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(edge);
  }
});

test("a change of filters requests it again; Escape in a popover closes the popover only", async ({
  page,
  api,
}) => {
  await openTrends(page, "Logins");
  const period = await openPeriod(page);
  await page.keyboard.press("Escape");
  await expect(period).toHaveCount(0);
  await expect(panel(page)).toBeVisible();
  await openPeriod(page);
  await page.getByRole("button", { name: "Last 30 days" }).click();
  const request = page.waitForRequest("**/api/v1/trends/U_LOGINS");
  await apply(page);
  expect((await request).postDataJSON()).toMatchObject({ period: "LAST_30DAYS" });
  const trends = await api<Trends>("api/v1/trends/U_LOGINS", { period: "LAST_30DAYS" });
  await expect(panel(page).getByRole("table").first().getByRole("cell").nth(1)).toHaveText(
    written(trends.pops[0]?.filterPeriodValue ?? Number.NaN),
  );
  await expect(bar(page).getByRole("button", { name: "Reset filters" })).toBeVisible();
  await expect(panel(page)).toBeVisible();
});

test("leaving the screen closes it", async ({ page }) => {
  await openTrends(page, "Logins");
  const calls = callsOf(page);
  await page.getByRole("link", { name: "Explore Unique Logins" }).click();
  await idle(page);
  await expect(panel(page)).toHaveCount(0);
  await page.getByRole("link", { name: "Back to Program Monitor" }).click();
  await idle(page);
  await expect(panel(page)).toHaveCount(0);
  expect(calls.filter(({ path }) => path.includes("trends"))).toEqual([]);
});
