import type { Locator, Page } from "@playwright/test";
import { checkPage, devices } from "./looks";
import {
  apply,
  bar,
  callsOf,
  cardOf,
  csvRows,
  downloaded,
  filtersOf,
  firstFilters,
  idle,
  LOGINS,
  MONITOR,
  open,
  openPeriod,
  plain,
  withFilters,
  writtenRange,
} from "./page";
import { expect, test } from "./test";

type Change = { before: number | null; changePercent: number | null };
type Totals = {
  compare: Record<string, Change>;
  comparedWith: { comparison: string; startDate: string | null; endDate: string | null };
};

const INFO = "api/v1/program/monitor/info";
const NEWS = "api/v1/insights/news";
const INDICATORS = "api/v1/program/monitor/getIndicatorList";
const SAME_DATES = { period: "THIS_YEAR", comparison: "SAME_DATES_LAST_YEAR" };
const YEAR = new Date().getFullYear() - 1;
/** A part of last year, complete on any day. */
const TO_DATE = { period: "SELECTED_DATE", startDate: `${YEAR}-01-01`, endDate: `${YEAR}-05-17` };

const indicators = (page: Page): Locator => page.getByRole("table", { name: "Indicators of the program" });
const oneClick = (page: Page): Locator =>
  bar(page).getByRole("button", { name: "Compare with the same dates last year" });
const written = (figure: number) => figure.toLocaleString("en-US", { maximumFractionDigits: 2 });
const changeText = (percent: number) =>
  `${percent < 0 ? "\u2212" : percent > 0 ? "+" : ""}${written(Math.abs(percent))}%`;

/** The comparison that the bar names for an answer. */
const hint = ({ startDate, endDate }: Totals["comparedWith"], name: string) =>
  `Compared with ${writtenRange(startDate ?? "", endDate ?? "")} (${name})`;

test("a year to date offers the same dates last year in one click, and the figures follow", async ({
  page,
  api,
}) => {
  await open(page, withFilters(MONITOR, TO_DATE));
  const calls = callsOf(page);
  await oneClick(page).focus();
  await page.keyboard.press("Enter");
  await expect(bar(page).getByText(/^Compared with/)).toBeFocused();
  await idle(page);
  const filters = { ...TO_DATE, comparison: "SAME_DATES_LAST_YEAR" };
  expect(filtersOf(page.url())).toEqual(filters);
  await expect(oneClick(page)).toHaveCount(0);
  const totals = await api<Totals>(INFO, filters);
  const before = await api<Totals>(INFO, TO_DATE);
  expect(totals.comparedWith).toMatchObject({ startDate: `${YEAR - 1}-01-01`, endDate: `${YEAR - 1}-05-17` });
  await expect(bar(page)).toContainText(hint(totals.comparedWith, "same dates last year"));
  // Every call except the score's, which has its own comparison.
  for (const { path, body } of calls) expect(body, path).toMatchObject(filters);
  expect(calls.map(({ path }) => path).sort()).toEqual([NEWS, INDICATORS, INFO]);

  const change = totals.compare["logins.totalLogins"];
  expect(change).not.toEqual(before.compare["logins.totalLogins"]);
  const card = plain(await cardOf(page, "Logins").innerText());
  expect(card).toContain(`from ${written(change?.before ?? Number.NaN)} last year`);
  expect(card).toContain(changeText(change?.changePercent ?? Number.NaN));
  await expect(indicators(page).getByRole("columnheader").nth(2)).toHaveText("Year Over Year");

  // Back restores the earlier comparison; a reload reads it from the address.
  await page.goBack();
  await expect(indicators(page).getByRole("columnheader").nth(2)).toHaveText("Period Over Period");
  await page.goForward();
  await page.reload();
  await idle(page);
  await expect(indicators(page).getByRole("columnheader").nth(2)).toHaveText("Year Over Year");
});

test("this year begins with the same dates last year, and another period with the one before", async ({
  page,
}) => {
  await open(page, MONITOR);
  const kind = () => bar(page).getByText(/^Compared with/);
  const isToDate = "comparison" in firstFilters();
  await expect(kind()).toContainText(isToDate ? "(same dates last year)" : "(previous period)");
  await expect(oneClick(page)).toHaveCount(0);
  expect(filtersOf(page.url())).toBeNull();
  const popover = await openPeriod(page);
  await popover.getByRole("button", { name: "Last 30 days" }).click();
  await idle(page);
  await expect(kind()).toContainText("(previous period)");
});

test("a period that is not to date offers no other comparison", async ({ page }) => {
  await open(page, withFilters(MONITOR, { period: "LAST_30DAYS" }));
  await expect(bar(page)).toContainText("(previous period)");
  await expect(oneClick(page)).toHaveCount(0);
});

test("the choice shows the dates the server compares with, and applies to the next screen too", async ({
  page,
  api,
}) => {
  await open(page, withFilters(MONITOR, TO_DATE));
  const popover = await openPeriod(page);
  const choice = popover.getByRole("group", { name: "Compare with" });
  for (const [value, name] of [
    ["PREVIOUS_PERIOD", "Previous period"],
    ["SAME_DATES_LAST_YEAR", "Same dates last year"],
    ["SAME_WEEKDAYS_LAST_YEAR", "Same weekdays last year"],
    ["PREVIOUS_FULL_PERIOD", "Previous full period"],
  ] as const) {
    const { comparedWith } = await api<Totals>(INFO, { ...TO_DATE, comparison: value });
    expect(comparedWith.comparison).toBe(value);
    await expect(choice.getByRole("radio", { name: new RegExp(`^${name}`) })).toHaveAccessibleName(
      `${name} ${writtenRange(comparedWith.startDate ?? "", comparedWith.endDate ?? "")}`,
    );
  }
  await choice.getByRole("radio", { name: /^Previous full period/ }).check();
  await apply(page, popover);
  await idle(page);
  const filters = { ...TO_DATE, comparison: "PREVIOUS_FULL_PERIOD" };
  expect(filtersOf(page.url())).toEqual(filters);
  await page.getByRole("link", { name: "Explore Unique Logins" }).click();
  await idle(page);
  expect(filtersOf(page.url())).toEqual(filters);
  const totals = await api<Totals>("api/v1/dashboard/users/userDashboardInfo/LOGINS", filters);
  expect(totals.comparedWith).toMatchObject({ startDate: `${YEAR - 1}-01-01`, endDate: `${YEAR - 1}-12-31` });
  await expect(bar(page)).toContainText(hint(totals.comparedWith, "previous full period"));
  await expect(page.getByRole("region", { name: "Summary" })).toContainText(
    `from ${written(totals.compare["logins.totalLogins"]?.before ?? Number.NaN)} in the previous full period`,
  );
  await bar(page).getByRole("button", { name: "Reset filters" }).click();
  await expect.poll(() => filtersOf(page.url())).toBeNull();
});

test("other dates begin with those that are compared, and can be chosen", async ({ page, api }) => {
  await open(page, withFilters(MONITOR, TO_DATE));
  const popover = await openPeriod(page);
  const choice = popover.getByRole("group", { name: "Compare with" });
  await choice.getByRole("radio", { name: /^Same dates last year/ }).check();
  await choice.getByRole("radio", { name: /^Other dates/ }).check();
  const dates = { comparisonStartDate: `${YEAR - 1}-01-01` };
  await popover.getByRole("button", { name: /^Compare from/ }).click();
  await page.getByRole("button", { name: /January 15/ }).click();
  await apply(page, popover);
  await idle(page);
  const filters = filtersOf(page.url());
  expect(filters).toMatchObject({ ...TO_DATE, comparison: "SELECTED_DATES" });
  expect(filters).toMatchObject({ comparisonStartDate: `${YEAR - 1}-01-15` });
  expect(dates.comparisonStartDate).not.toBe(filters?.comparisonStartDate);
  const { comparedWith } = await api<Totals>(INFO, filters ?? {});
  await expect(bar(page)).toContainText(hint(comparedWith, "other dates"));
});

test("a period in no month, quarter or year is compared with the period before, and says so", async ({
  page,
}) => {
  const dates = { startDate: `${YEAR}-02-10`, endDate: `${YEAR}-03-12` };
  await open(
    page,
    withFilters(MONITOR, { period: "SELECTED_DATE", ...dates, comparison: "PREVIOUS_FULL_PERIOD" }),
  );
  await expect(bar(page)).toContainText("(previous period)");
  await expect(indicators(page).getByRole("columnheader").nth(2)).toHaveText("Period Over Period");
  await expect(cardOf(page, "Logins")).toContainText(/from \d/);
  await expect(page.getByRole("main")).not.toContainText("full period");
});

test("without a comparison there is no pill, no dash and no change column", async ({ page }) => {
  await open(page, withFilters(MONITOR, { ...TO_DATE, comparison: "NONE" }));
  await expect(bar(page)).toContainText("Compared with no other period");
  await expect(indicators(page).getByRole("columnheader")).toHaveText([
    "Indicators",
    "Value",
    "Trend",
    "Explore",
  ]);
  await expect(page.locator("[data-direction]")).toHaveCount(0);
  await expect(page.getByRole("main")).not.toContainText("No comparison");
  // "from 4,321": the line tells the months that it is from and to.
  await expect(cardOf(page, "Logins")).not.toContainText(/from \d/);
  await open(page, withFilters(LOGINS, { ...TO_DATE, comparison: "NONE" }));
  await expect(page.getByRole("region", { name: "Summary" })).not.toContainText("from");
});

test("an address with an unknown comparison uses the default", async ({ page }) => {
  await open(page, withFilters(MONITOR, { period: "THIS_YEAR", comparison: "LAST_DECADE" }));
  await expect(bar(page)).toContainText("(previous period)");
});

test.describe("the trends panel", () => {
  const panel = (page: Page): Locator => page.getByRole("complementary", { name: "Trends" });
  const opened = async (page: Page, filters: Record<string, unknown>) => {
    await open(page, withFilters(MONITOR, filters));
    await page.getByRole("button", { name: "Trends for Logins", exact: true }).click();
    await expect(panel(page).getByRole("table").first()).toBeVisible();
    return panel(page).getByRole("heading", { level: 3 });
  };

  test("names the full period, also in its file", async ({ page }) => {
    const headings = await opened(page, { ...TO_DATE, comparison: "PREVIOUS_FULL_PERIOD" });
    await expect(headings).toHaveText(["Over Previous Full Period", "Year Over Year"]);
    await expect(panel(page)).toContainText("Against the whole year before");
    const { content } = await downloaded(page, panel(page).getByRole("button", { name: "Download CSV" }));
    expect(csvRows(content).slice(2, 4)).toEqual([
      ["Over Previous Full Period", "Against the whole year before"],
      [
        "Metric",
        `Jan 1 – Dec 31, ${YEAR - 1}`,
        `Jan 1 – May 17, ${YEAR}`,
        `% change from Jan 1 – Dec 31, ${YEAR - 1}`,
      ],
    ]);
  });

  test("keeps both tables where the page compares with last year", async ({ page }) => {
    await expect(await opened(page, SAME_DATES)).toHaveText(["Period Over Period", "Year Over Year"]);
    // The panel stays open while another comparison is chosen.
    const popover = await openPeriod(page);
    await popover.getByRole("radio", { name: /^Previous full period/ }).check();
    await page.keyboard.press("Escape");
    await apply(page);
    await expect(panel(page).getByRole("heading", { level: 3 })).toHaveText([
      "Over Previous Full Period",
      "Year Over Year",
    ]);
  });

  test("shows last year alone where nothing else is compared", async ({ page }) => {
    await expect(await opened(page, { period: "THIS_YEAR", comparison: "NONE" })).toHaveText([
      "Year Over Year",
    ]);
  });
});

for (const [device, size] of devices)
  test.describe(device, () => {
    test.use(size);

    test("the choice fits, and can be made by keyboard", async ({ page }) => {
      await open(page, withFilters(MONITOR, TO_DATE));
      const popover = await openPeriod(page);
      const first = popover.getByRole("radio", { name: /^Previous period/ });
      await first.focus();
      await page.keyboard.press("ArrowDown");
      await expect(popover.getByRole("radio", { name: /^Same dates last year/ })).toBeChecked();
      await expect(popover.getByRole("radio", { name: /^Same dates last year/ })).toBeInViewport();
      await checkPage(page, device, "the choice of a comparison", "comparison-choice");
      await apply(page, popover);
      await idle(page);
      await expect(bar(page)).toContainText(
        `Compared with Jan 1 – May 17, ${YEAR - 1} (same dates last year)`,
      );
      await checkPage(page, device, "the same dates last year", "comparison");
    });
  });
