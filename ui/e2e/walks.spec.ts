/** Walks over several screens with a question in mind, as people who see Bond for the first time take them. */
import type { Page } from "@playwright/test";
import { menuItem, rowsOf, setScale } from "./blocks";
import {
  apply,
  bar,
  block,
  cardOf,
  csvRows,
  downloaded,
  idle,
  LOGINS,
  MONITOR,
  open,
  openGroups,
  openPeriod,
  plain,
  withFilters,
  written,
} from "./page";
import { expect, test } from "./test";

type Change = { before: number | null; changePercent: number | null };
type Totals = { logins: { totalLogins: number; uniqueLogins: number }; compare: Record<string, Change> };
type Group = { id: number; name: string; type: string };
type Part = {
  label: string;
  pointsMoved: number | null;
  value: number;
  valueLastMonth: number;
  unit: string;
};
type Score = { explain: { parts: Part[] } };
type Offer = { name: string; uniqueViews: number; uniqueIntentToRedeem: number };

const scoreCard = (page: Page) => page.getByRole("region", { name: "BOND Score" });
const number = (text: string | undefined) => Number((text ?? "").replaceAll(",", ""));

test("a manager on a Monday: last week, the score, what works for Gold, the e-mails", async ({
  page,
  api,
}) => {
  // How did last week go?
  await open(page, MONITOR);
  await openPeriod(page);
  await page.getByRole("button", { name: "Last 7 days" }).click();
  await apply(page);
  await idle(page);
  const week = await api<Totals>("api/v1/program/monitor/info", { period: "LAST_7DAYS" });
  const logins = plain(await cardOf(page, "Logins").innerText());
  expect(logins).toContain(`Total Logins ${written(week.logins.totalLogins)}`);
  expect(logins).toContain(`from ${written(week.compare["logins.totalLogins"]?.before ?? Number.NaN)}`);

  // Why is the score down, or up? Each part that moved it says what its figure was and is.
  const { explain } = await api<Score>("api/v1/bond/score", {});
  await scoreCard(page).getByRole("button", { name: "See Breakdown" }).click();
  await page.getByRole("link", { name: "Why it moved, and points to gain" }).click();
  const causes = page.getByRole("table", { name: "Causes by part" });
  const moved = explain.parts
    .filter(({ pointsMoved, unit, value, valueLastMonth }) => {
      return pointsMoved && unit === "percent" && value !== valueLastMonth;
    })
    .sort((a, b) => Math.abs(b.pointsMoved ?? 0) - Math.abs(a.pointsMoved ?? 0));
  expect(moved.length).toBeGreaterThan(0);
  for (const { label, value, valueLastMonth } of moved.slice(0, 3)) {
    const row = causes.getByRole("row", { name: new RegExp(`^(Break down )?${label}`) }).first();
    await expect(row).toContainText(`${written(valueLastMonth)}%`);
    await expect(row).toContainText(`${written(value)}%`);
  }
  // The mean of percentages has no members to count.
  const means = page.getByRole("definition").filter({ hasText: "Mean of the activity levels" });
  await expect(means).toHaveCount(1);
  await expect(means).not.toContainText("Now");

  // Which offers work for Gold members?
  await page.getByRole("link", { name: "Offers Dashboard" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Offers Dashboard");
  const groups = await openGroups(page);
  await groups.getByText("Gold", { exact: true }).hover();
  await groups.getByRole("button", { name: "ONLY Gold" }).click();
  await apply(page, groups);
  await idle(page);
  await expect(bar(page).getByRole("button", { name: "User groups Gold" })).toBeVisible();
  await expect(scoreCard(page)).toContainText("for Gold");
  await page.getByRole("link", { name: "See Breakdown of Offers Unique Interactions" }).click();
  await idle(page);
  const offers = block(page, "Offers");
  await offers.getByRole("button", { name: "Unique Intent to Redeem Clicks", exact: true }).click();
  await idle(page);
  const gold = (await api<Group[]>("api/v1/dashboard/users/userGroups")).find(({ name }) => name === "Gold");
  const { data } = await api<{ data: Offer[] }>("api/v1/offer/dashboard/uniqueInteraction/breakdown/OFFERS", {
    period: "LAST_7DAYS",
    userGroupsTiersAll: false,
    userGroupTiers: [gold?.id],
  });
  const best = Math.max(...data.map(({ uniqueIntentToRedeem }) => uniqueIntentToRedeem));
  expect(number((await rowsOf(offers.getByRole("table")))[0]?.[2])).toBe(best);
  const file = await downloaded(page, offers.getByRole("button", { name: "Download CSV: Offers" }));
  expect(file.name).toMatch(/^unique-interactions-breakdown_gold_offers_[\d-]+_[\d-]+\.csv$/);

  // Is the e-mail program getting worse? The filters came along.
  await page.getByRole("link", { name: "Emails Dashboard" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Emails Dashboard");
  await idle(page);
  await expect(bar(page).getByRole("button", { name: "User groups Gold" })).toBeVisible();
  await page.getByRole("button", { name: "Trends for Performance" }).click();
  const trends = page.getByRole("complementary").filter({ hasText: "Year Over Year" });
  await expect(trends.getByRole("table")).toHaveCount(2);
});

test("an analyst: a quarter by tier against last year's, the same in every form, and as a link", async ({
  page,
  api,
  browser,
  session,
  baseURL,
}) => {
  const year = new Date().getFullYear() - 1;
  const quarter = (of: number) => ({
    period: "SELECTED_DATE",
    startDate: `${of}-07-01`,
    endDate: `${of}-09-30`,
  });
  // Five quarters by tier hold the quarter and last year's in one file.
  const five = { ...quarter(year), startDate: `${year - 1}-07-01` };
  await open(page, withFilters(LOGINS, five));
  const chart = block(page, "Unique Logins by Period");
  await setScale(chart, "Quarters");
  await chart.getByRole("combobox", { name: "View by" }).selectOption("TIER");
  await (await menuItem(chart, "View as table")).click();
  await expect(chart.getByRole("columnheader")).toHaveCount(5);
  await idle(page);
  const shown = await rowsOf(chart.getByRole("table"));
  expect(shown.map(([label]) => label)).toEqual([
    `Q3 ${year - 1}`,
    `Q4 ${year - 1}`,
    `Q1 ${year}`,
    `Q2 ${year}`,
    `Q3 ${year}`,
  ]);
  const file = await downloaded(page, await menuItem(chart, "Download CSV"));
  expect(file.name).toBe(`logins-breakdown_unique-logins-by-period_${year - 1}-07-01_${year}-09-30.csv`);
  const [head, ...rows] = csvRows(file.content);
  expect(head?.slice(1).every((name) => name.startsWith("Unique Logins: "))).toBe(true);
  expect(rows).toEqual(
    shown.map(([label, ...figures]) => [label, ...figures.map((one) => String(number(one)))]),
  );

  // A link opens the same in another browser.
  const other = await browser.newContext({ ...(baseURL ? { baseURL } : {}), storageState: await session() });
  const copied = await other.newPage();
  await open(copied, page.url());
  const theirs = block(copied, "Unique Logins by Period");
  expect(await rowsOf(theirs.getByRole("table"))).toEqual(shown);
  await other.close();

  // The quarter alone: the table by tier, the summary and the trends say what those rows say.
  const filters = { ...quarter(year), comparison: "SAME_DATES_LAST_YEAR" };
  await open(page, withFilters(LOGINS, filters));
  const table = block(page, "Total / Unique Logins");
  await table.getByRole("combobox", { name: "View by" }).selectOption("TIER");
  await expect(table.getByRole("columnheader", { name: "Tier" })).toBeVisible();
  await idle(page);
  const byTier = await rowsOf(table.getByRole("table"));
  expect(byTier.slice(0, -1).map((row) => row[2])).toEqual(shown.at(-1)?.slice(1));
  const sum = (row: readonly (string | undefined)[] | undefined) =>
    (row ?? []).slice(1).reduce((total, one) => total + number(one), 0);
  const summary = plain(await page.getByRole("region", { name: "Summary" }).innerText());
  // A member has one tier, so the tiers add up.
  expect(number(byTier.at(-1)?.[2])).toBe(sum(shown.at(-1)));
  expect(summary).toContain(`Unique Logins ${written(sum(shown.at(-1)))}`);
  expect(summary).toContain(`from ${written(sum(shown[0]))} on the same dates last year`);
  const totals = await api<Totals>("api/v1/dashboard/users/userDashboardInfo/LOGINS", filters);
  expect(totals.compare["logins.uniqueLogins"]?.before).toBe(sum(shown[0]));

  await page.getByRole("link", { name: "Back to Member Dashboard" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Member Dashboard");
  await page.getByRole("button", { name: "Trends for Program Average Tenure" }).click();
  const trends = csvRows(
    (await downloaded(page, page.getByRole("button", { name: "Download CSV" }))).content,
  );
  expect(trends.map(([name]) => name)).toContain("Program Average Tenure (months)");
});
