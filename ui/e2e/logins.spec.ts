import type { Locator, Page } from "@playwright/test";
import { labelOf, menuItem, type Period, rowsOf, setScale } from "./blocks";
import {
  apply,
  callsOf,
  csvRows,
  downloaded,
  filtersOf,
  groupsButton,
  idle,
  LOGINS,
  MONITOR,
  open,
  openGroups,
  openPeriod,
  TWO_YEARS,
  withFilters,
  written,
} from "./page";
import { expect, test } from "./test";

type Row = { name: string; isTotal: boolean; total: number; unique: number; records: Row[] };
type Block = { data: Row[] };
type Lines = {
  data: [string, number][];
  previous: [string, number][];
  previousToDate?: [string, number][];
  periods: Period[];
};

const CALLS = "api/v1/dashboard/users/logins";
const block = (page: Page, title: string): Locator => page.getByRole("region", { name: title, exact: true });
const byPeriod = (page: Page): Locator => block(page, "Logins by Period");
const tableBlock = (page: Page): Locator => block(page, "Total / Unique Logins");
const table = (page: Page): Locator => page.getByRole("table", { name: "Total / Unique Logins" });
const firstLevel = (page: Page): Locator => tableBlock(page).getByRole("combobox", { name: "View by" });
const secondLevel = (page: Page): Locator => tableBlock(page).getByRole("combobox", { name: "then" });

const shownRows = (page: Page): Promise<string[][]> => rowsOf(table(page));

const rowTexts = ({ name, total, unique }: Row) => [name, written(total), written(unique)];

test.describe("opening the screen and going back", () => {
  const filters = { period: "LAST_90DAYS", userGroupsLobsAll: false, userGroupLobs: [1] };

  test("from the Program Monitor, with the filters", async ({ page }) => {
    await open(page, withFilters(MONITOR, filters));
    await page.getByRole("link", { name: "Explore Unique Logins" }).click();
    await idle(page);
    expect(filtersOf(page.url())).toEqual(filters);
    await expect(page.getByRole("button", { name: /^Last 90 days/ })).toBeVisible();
    await openPeriod(page);
    await page.getByRole("button", { name: "Last 30 days" }).click();
    await apply(page);
    await expect.poll(() => filtersOf(page.url())).toEqual({ ...filters, period: "LAST_30DAYS" });
    await page.getByRole("link", { name: "Back to Program Monitor" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Hello, ANN!");
    expect(new URL(page.url()).pathname).toBe(MONITOR);
    expect(filtersOf(page.url())).toEqual({ ...filters, period: "LAST_30DAYS" });
  });

  test("from the Member Dashboard, with the filters", async ({ page }) => {
    await open(page, withFilters("/user-dashboard", filters));
    await page.getByRole("link", { name: "See Breakdown of Logins", exact: true }).click();
    await idle(page);
    await page.getByRole("link", { name: "Back to Member Dashboard" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Member Dashboard");
    expect(filtersOf(page.url())).toEqual(filters);
  });

  test("the back link ignores a fromPage outside the page and opens the Member Dashboard", async ({
    page,
  }) => {
    // `paths.test.ts` has the other addresses.
    for (const fromPage of ["//example.com", "/login", "/user-dashboard"]) {
      await page.goto(`${LOGINS}?${new URLSearchParams({ fromPage })}`);
      const back = page.getByRole("link", { name: /^Back to (?!School)/ });
      await expect(back, fromPage).toHaveText("Back to Member Dashboard");
      await expect(back, fromPage).toHaveAttribute("href", "/user-dashboard");
    }
  });
});

test("the summary shows the card's figures; a chart is not animated, and has no zoom that is not specified", async ({
  page,
  api,
}) => {
  const info = await api<{ logins: { totalLogins: number; uniqueLogins: number } }>(
    "api/v1/dashboard/users/userDashboardInfo/LOGINS",
    {},
  );
  await open(page, LOGINS);
  const summary = page.getByRole("region", { name: "Summary" });
  await expect(summary).toContainText("Total Logins");
  await expect(summary).toContainText(written(info.logins.totalLogins));
  await expect(summary).toContainText("Unique Logins");
  await expect(summary).toContainText(written(info.logins.uniqueLogins));
  await expectStill(page);
  await byPeriod(page)
    .getByRole("button", { name: /^More: / })
    .click();
  await expect(page.getByRole("menuitem").first()).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Whole range" })).toHaveCount(0);
});

test("a time scale requests only its own block again, and survives a change of the top filters", async ({
  page,
}) => {
  await open(page, withFilters(LOGINS, TWO_YEARS));
  const calls = callsOf(page);
  await expect(byPeriod(page).getByRole("combobox", { name: "Time scale" })).toHaveValue("BY_MONTHS");
  const answered = page.waitForResponse(`**/${CALLS}/breakdown/LOGINS_BY_PERIOD`);
  await setScale(byPeriod(page), "Quarters");
  await answered;
  await idle(page);
  expect(calls.map(({ path }) => path)).toEqual([`${CALLS}/breakdown/LOGINS_BY_PERIOD`]);
  expect(calls[0]?.body).toMatchObject({ timeScale: "BY_QUARTERS" });
  await (await menuItem(byPeriod(page), "View as table")).click();
  await expect(byPeriod(page).getByRole("rowheader").first()).toHaveText(/^Q\d \d{4}( \(.+\))?$/);
  await expect(
    block(page, "Unique Logins by Period").getByRole("combobox", { name: "Time scale" }),
  ).toHaveValue("BY_MONTHS");

  calls.length = 0;
  await openPeriod(page);
  await page.getByRole("button", { name: "Last calendar year" }).click();
  await apply(page);
  await expect(byPeriod(page).getByRole("rowheader")).toHaveCount(4);
  await expect(byPeriod(page).getByRole("combobox", { name: "Time scale" })).toHaveValue("BY_QUARTERS");
  await idle(page);
  const blocks = calls.filter(({ path }) => path.startsWith(CALLS));
  expect(blocks.map(({ path }) => path).sort()).toEqual([
    `${CALLS}/breakdown/LOGINS_BY_PERIOD`,
    `${CALLS}/breakdowns`,
  ]);
  for (const { body } of blocks) expect(body).toMatchObject({ period: "PREVIOUS_YEAR", recordCount: 6 });
});

/** The names in the legend of the chart, each with its colour. */
const legend = (page: Page): Promise<(string | null)[][]> =>
  byPeriod(page)
    .locator("li button[aria-pressed]")
    .evaluateAll((items) =>
      items.map((item) => [item.textContent, item.querySelector("line")?.getAttribute("stroke") ?? null]),
    );

test("tiers stand from the lowest to the highest, and keep their colours when others are left out", async ({
  page,
}) => {
  const tiers = ["Bronze", "Silver", "Gold", "Platinum"];
  await open(page, LOGINS);
  await byPeriod(page).getByRole("combobox", { name: "View by" }).selectOption("TIER");
  await expect(byPeriod(page).locator("li button[aria-pressed]")).toHaveText(tiers);
  const all = await legend(page);
  expect(new Set(all.map(([, colour]) => colour)).size).toBe(tiers.length);

  await firstLevel(page).selectOption("TIER");
  await expect(table(page).locator("tbody tr th")).toHaveText(tiers);
  await table(page).getByRole("columnheader").first().getByRole("button").click();
  await expect(table(page).locator("tbody tr th")).toHaveText(tiers.toReversed());

  // The demo has Platinum first and Bronze last among its ids.
  await open(page, withFilters(LOGINS, { userGroupsTiersAll: false, userGroupTiers: [1, 3] }));
  await byPeriod(page).getByRole("combobox", { name: "View by" }).selectOption("TIER");
  await expect(byPeriod(page).locator("li button[aria-pressed]")).toHaveText(["Silver", "Platinum"]);
  expect(await legend(page)).toEqual([all[1], all[3]]);
});

test("a chart by user groups draws one line per group", async ({ page, api }) => {
  await open(page, LOGINS);
  await byPeriod(page).getByRole("combobox", { name: "View by" }).selectOption("LOB");
  await (await menuItem(byPeriod(page), "View as table")).click();
  const answer = await api<{ data: { name: string; records: [string, number][] }[] }>(
    `${CALLS}/breakdown/LOGINS_BY_PERIOD`,
    { viewBy: "LOB" },
  );
  await expect(byPeriod(page).getByRole("columnheader")).toHaveText([
    "Period",
    ...answer.data.map(({ name }) => name),
  ]);
  const first = byPeriod(page).locator("tbody tr").first().getByRole("cell");
  await expect(first).toHaveText(answer.data.map(({ records }) => written(records[0]?.[1] ?? Number.NaN)));
});

const DIRECTIONS = ["ascending", "descending"] as const;

test("sorting: one column at a time, ascending and descending, the total last", async ({ page }) => {
  await open(page, LOGINS);
  const head = (name: string | RegExp) => table(page).getByRole("columnheader", { name });
  const press = (name: string) => head(name).getByRole("button", { name, exact: true }).click();
  const sorted = table(page).locator("th[aria-sort]");
  const columns = ["LOB", "Total Logins", "Unique Logins"];
  const figure = (text: string | undefined) => Number((text ?? "").replaceAll(",", ""));
  await expect(sorted).toHaveCount(1);
  await expect(head("LOB")).toHaveAttribute("aria-sort", "ascending");
  for (const [at, column] of columns.entries()) {
    // Names start with A, figures with the largest.
    for (const direction of at === 0 ? DIRECTIONS : DIRECTIONS.toReversed()) {
      // The first column is initially sorted ascending: pressing it reverses the order.
      if (!(at === 0 && direction === "ascending")) await press(column);
      await expect(sorted).toHaveCount(1);
      await expect(head(column)).toHaveAttribute("aria-sort", direction);
      const rows = await shownRows(page);
      expect(rows.at(-1)?.[0]).toBe("Total");
      const shown = rows.slice(0, -1);
      const wanted = [...shown].sort((a, b) =>
        at === 0 ? (a[0] ?? "").localeCompare(b[0] ?? "", "en") : figure(a[at]) - figure(b[at]),
      );
      if (direction === "descending") wanted.reverse();
      expect(shown.map((row) => row[at])).toEqual(wanted.map((row) => row[at]));
    }
  }
  await press("LOB");
  await expect(head("LOB")).toHaveAttribute("aria-sort", "ascending");
});

test("view by two levels: the second excludes the first, and resets to None with it", async ({
  page,
  api,
}) => {
  await open(page, LOGINS);
  const options = (list: Locator) => list.getByRole("option").allTextContents();
  expect(await options(firstLevel(page))).toEqual(["LOB", "Tier", "Audience"]);
  expect(await options(secondLevel(page))).toEqual(["None", "Tier", "Audience"]);
  await expect(firstLevel(page)).toHaveValue("LOB");
  await expect(secondLevel(page)).toHaveValue("NONE");

  await secondLevel(page).selectOption("TIER");
  await expect(table(page).getByRole("columnheader", { name: "LOB / Tier" })).toBeVisible();
  const two = await api<Block>(`${CALLS}/breakdown/LOGINS_TABLE`, { viewByH1: "LOB", viewByH2: "TIER" });
  await expect
    .poll(() => shownRows(page))
    .toEqual(two.data.flatMap((row) => [rowTexts(row), ...row.records.map(rowTexts)]));
  const group = two.data[0];
  if (!group) throw new Error("the demo has lines of business");
  await table(page)
    .getByRole("button", { name: `Hide the rows of ${group.name}` })
    .click();
  await expect(table(page).locator("tbody tr")).toHaveCount(
    two.data.slice(0, -1).reduce((sum, row) => sum + 1 + row.records.length, 0) - group.records.length,
  );
  await table(page).getByRole("button", { name: "Hide the rows of all groups" }).click();
  await expect(table(page).locator("tbody tr")).toHaveCount(two.data.length - 1);
  await table(page).getByRole("button", { name: "Show all rows" }).click();

  await firstLevel(page).selectOption("TIER");
  await expect(secondLevel(page)).toHaveValue("NONE");
  expect(await options(secondLevel(page))).toEqual(["None", "LOB", "Audience"]);
  const tiers = await api<Block>(`${CALLS}/breakdown/LOGINS_TABLE`, { viewByH1: "TIER" });
  await expect.poll(() => shownRows(page)).toEqual(tiers.data.map(rowTexts));
});

test("the table's file contains what is shown", async ({ page, api }) => {
  await open(page, withFilters(LOGINS, { period: "LAST_90DAYS" }));
  const body = { period: "LAST_90DAYS", viewByH1: "LOB", viewByH2: "AUDIENCE" };
  const answer = await api<Block>(`${CALLS}/breakdown/LOGINS_TABLE`, body);
  await secondLevel(page).selectOption("AUDIENCE");
  await expect(table(page).getByRole("columnheader", { name: "LOB / Audience" })).toBeVisible();
  const press = tableBlock(page).getByRole("button", { name: "Download CSV: Total / Unique Logins" });
  const { name, content } = await downloaded(page, press);
  expect(name).toMatch(/^logins-breakdown_total-unique-logins_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.csv$/);
  const figures = ({ total, unique }: Row) => [String(total), String(unique)];
  expect(csvRows(content)).toEqual([
    ["LOB", "Audience", "Total Logins", "Unique Logins"],
    ...answer.data.flatMap((row) => [
      [row.name, row.records.length > 0 ? "Total" : "", ...figures(row)],
      ...row.records.map((child) => [row.name, child.name, ...figures(child)]),
    ]),
  ]);
});

test("a chart: as a table with the same figures, its file, and its image", async ({ page, api }) => {
  const answer = await api<Lines>(`${CALLS}/breakdown/LOGINS_BY_PERIOD`, {});
  await open(page, LOGINS);
  await expect(byPeriod(page).locator("canvas")).toBeVisible();
  const picture = await downloaded(page, await menuItem(byPeriod(page), "Download PNG"));
  expect(picture.name).toMatch(/^logins-breakdown_logins-by-period_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.png$/);
  expect(picture.content.subarray(1, 4).toString()).toBe("PNG");
  const [width, height] = [picture.content.readUInt32BE(16), picture.content.readUInt32BE(20)];
  expect(width).toBeGreaterThan(400);
  expect(height).toBeGreaterThan(280);

  await (await menuItem(byPeriod(page), "View as table")).click();
  await expect(byPeriod(page).locator("canvas")).toHaveCount(0);
  const wanted = answer.data.map(([, now], at) => {
    const period = answer.periods[at];
    return [
      period ? labelOf(period) : null,
      now,
      (answer.previousToDate ?? answer.previous)[at]?.[1] ?? null,
    ];
  });
  const rows = await byPeriod(page)
    .locator("tbody tr")
    .evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll("th, td")].map((cell) => cell.textContent?.trim())),
    );
  expect(rows).toEqual(
    wanted.map(([label, now, before]) => [label, written(Number(now)), written(Number(before))]),
  );
  const file = await downloaded(page, await menuItem(byPeriod(page), "Download CSV"));
  const [, ...heads] = csvRows(file.content)[0] ?? [];
  for (const head of heads) expect(head).toMatch(/^Total Logins: /);
  expect(csvRows(file.content).slice(1)).toEqual(wanted.map((row) => row.map((cell) => String(cell ?? ""))));
  await (await menuItem(byPeriod(page), "View as chart")).click();
  await expect(byPeriod(page).locator("canvas")).toBeVisible();
});

/** Expects the chart to be drawn anew at once. */
async function expectStill(page: Page): Promise<void> {
  await expect(byPeriod(page).locator("canvas")).toBeVisible();
  const pictures = byPeriod(page)
    .locator("canvas")
    .evaluate(async (canvas) => {
      const frame = () => new Promise((next) => requestAnimationFrame(next));
      const picture = () => (canvas as HTMLCanvasElement).toDataURL();
      const first = picture();
      document.documentElement.dataset.watched = "";
      while (picture() === first) await frame();
      const seen = new Set([picture()]);
      for (let count = 0; count < 40; count++) {
        await frame();
        seen.add(picture());
      }
      return seen.size;
    });
  await expect(page.locator("html")).toHaveAttribute("data-watched");
  await byPeriod(page).getByRole("combobox", { name: "View by" }).selectOption("TIER");
  expect(await pictures).toBe(1);
}

test("a block that fails shows an error in its frame, and Try again loads it", async ({
  page,
  expectFailure,
}) => {
  const call = `${CALLS}/breakdown/LOGINS_BY_PERIOD`;
  await open(page, withFilters(LOGINS, TWO_YEARS));
  expectFailure(500, `/${call}`);
  await page.route(`**/${call}`, (route) => route.fulfill({ status: 500, body: "" }));
  await setScale(byPeriod(page), "Years");
  await expect(byPeriod(page)).toContainText("Logins by Period could not be loaded");
  await expect(table(page)).toBeVisible();
  await page.unroute(`**/${call}`);
  await byPeriod(page).getByRole("button", { name: "Try again" }).click();
  await expect(byPeriod(page).locator("canvas")).toBeVisible();
});

test("without data every section is omitted and named once", async ({ page }) => {
  await open(page, LOGINS);
  const popover = await openGroups(page);
  await popover.getByRole("checkbox", { name: "All Tiers" }).uncheck();
  await apply(page, popover);
  await expect(groupsButton(page)).toHaveText(/No tiers/);
  await expect(page.getByText(/^No data in this period: .*Total \/ Unique Logins\.$/)).toBeVisible();
  await expect(table(page)).toHaveCount(0);
});
