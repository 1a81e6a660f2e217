import type { Page } from "@playwright/test";
import { asTable, headsOf, labelOf, menuItem, type Period, rowsOf, type Value, type Values } from "./blocks";
import { block, callsOf, cardOf, csvRows, downloaded, open, withFilters, writtenAs } from "./page";
import { expect, test } from "./test";

const WEBSITE = "api/v1/website/dashboard";
// A website screen sends only the period.
const FILTERS = { period: "LAST_12MONTHS", userGroupsLobsAll: false, userGroupLobs: [1] };

type Slice = { readonly name: string; readonly value: number };
type Platform = readonly [name: string, count: number, months: readonly (readonly [string, number])[]];

const DIMENSIONS = [
  ["DeviceCategory", "Devices"],
  ["Browser", "Browsers"],
  ["OperatingSystem", "Operating System"],
  ["ScreenResolution", "Screen Resolutions"],
] as const;

/** The seven largest slices and the rest combined; up to eight are all named. */
function largest(rows: readonly Slice[]): readonly (Slice & { readonly of: readonly string[] })[] {
  const sorted = rows.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value);
  const most = sorted.length > 8 ? 7 : sorted.length;
  const others = sorted.slice(most);
  return [
    ...sorted.slice(0, most).map((row) => ({ ...row, of: [row.name] })),
    ...(others.length > 0
      ? [
          {
            name: "Other",
            value: others.reduce((sum, { value }) => sum + value, 0),
            of: others.map(({ name }) => name),
          },
        ]
      : []),
  ];
}

/** The rows next to a pie: each count and its share of the total, rounded to 2 decimals. */
function sharesOf(rows: readonly Slice[]): string[][] {
  const slices = largest(rows);
  const total = slices.reduce((sum, { value }) => sum + value, 0);
  return slices.map(({ name, value }) => [
    name,
    writtenAs(value, "count"),
    writtenAs(Math.round((value / total) * 10_000) / 100, "percent"),
  ]);
}

async function answerOf<T>(page: Page, call: string, address: string): Promise<T> {
  const calls = callsOf(page);
  const answered = page.waitForResponse(`**/${WEBSITE}/${call}`);
  await open(page, withFilters(address, FILTERS));
  const requested = calls.filter(({ path }) => path.startsWith(WEBSITE));
  for (const { body } of requested) expect(body).toEqual({ period: FILTERS.period });
  return (await (await answered).json()) as T;
}

/** Every chart of a website screen is 80 % as high as its container is wide. */
async function expectAspect(page: Page): Promise<void> {
  const shares = await page
    .getByRole("main")
    .getByRole("img")
    .evaluateAll((charts) =>
      charts
        .filter((chart) => chart.querySelector("canvas"))
        .map((chart) => chart.clientHeight / chart.clientWidth),
    );
  expect(shares.length).toBeGreaterThan(0);
  for (const share of shares) expect(share).toBeCloseTo(0.8, 1);
}

const counts = (values: readonly Value[]) =>
  values.map((value, at) => (at === 0 ? String(value) : writtenAs(value, "count")));

test("sources of traffic: share of sessions, sessions and pageviews of each", async ({ page }) => {
  const answer = await answerOf<{ names: string[]; sessions: number[]; pageviews: number[] }>(
    page,
    "sourceOfTraffic/breakdowns",
    "/website-dashboard/source-breakdown",
  );
  await expect(page.locator("canvas")).toHaveCount(2);
  await expectAspect(page);
  const pie = await asTable(page, { title: "Source of Traffic" });
  expect(await rowsOf(pie)).toEqual(
    sharesOf(answer.names.map((name, at) => ({ name, value: answer.sessions[at] ?? 0 }))),
  );
  const bars = await asTable(page, { title: "Sessions and Pageviews by Source" });
  expect(await headsOf(bars)).toEqual(["Name", "Sessions", "Pageviews"]);
  expect(await rowsOf(bars)).toEqual(
    answer.names.map((name, at) => counts([name, answer.sessions[at] ?? null, answer.pageviews[at] ?? null])),
  );
});

test("platforms: a pie and lines over the months for each of the four", async ({ page }) => {
  const { periods, ...answer } = await answerOf<Record<string, Platform[]> & { periods: Period[] }>(
    page,
    "platforms/breakdowns",
    "/website-dashboard/platforms-breakdown",
  );
  // Screen resolutions open as a list.
  await expect(page.locator("canvas")).toHaveCount(7);
  await (await menuItem(block(page, "Screen Resolutions"), "View as chart")).click();
  await expect(page.locator("canvas")).toHaveCount(8);
  await expectAspect(page);
  for (const [dimension, title] of DIMENSIONS) {
    await test.step(title, async () => {
      const rows = (answer[dimension] ?? []).map(([name, value, months]) => ({ name, value, months }));
      expect(await rowsOf(await asTable(page, { title }))).toEqual(sharesOf(rows));
      const lines = largest(rows);
      const months = [...new Set(rows.flatMap((row) => row.months.map(([month]) => month)))].sort();
      const table = await asTable(page, { title: `${title} by Period` });
      expect(await headsOf(table)).toEqual(["Period", ...lines.map(({ name }) => name)]);
      const sum = (names: readonly string[], month: string) =>
        rows
          .filter(({ name }) => names.includes(name))
          .flatMap((row) => row.months.filter(([one]) => one === month))
          .reduce((total, [, value]) => total + value, 0);
      const wanted: Values = months.map((month, at) => [
        periods[at] ? labelOf(periods[at]) : month,
        ...lines.map(({ of }) => sum(of, month)),
      ]);
      expect(await rowsOf(table)).toEqual(wanted.map(counts));
    });
  }
});

test("searches: the sum, and the terms by query", async ({ page }) => {
  const answer = await answerOf<{ searchDto: { count: number }; searchTerms: [string, number][] }>(
    page,
    "onSiteSearches/breakdowns",
    "/website-dashboard/searches-breakdown",
  );
  await expect(page.getByRole("region", { name: "Summary" })).toContainText(
    writtenAs(answer.searchDto.count, "count"),
  );
  const region = block(page, "On-site Searches");
  const table = region.getByRole("table");
  expect(await headsOf(table)).toEqual(["Site Search Query", "Total Searches"]);
  await expect(table.locator("th[aria-sort]")).toHaveText("Site Search Query");
  await region.getByRole("button", { name: `Show all ${answer.searchTerms.length}` }).click();
  const byQuery = [...answer.searchTerms].sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
  expect(await rowsOf(table)).toEqual(byQuery.map(counts));
  const { content } = await downloaded(page, region.getByRole("button", { name: /^Download CSV/ }));
  expect(csvRows(content).slice(1)).toEqual(byQuery.map((row) => row.map(String)));
  await table.getByRole("button", { name: "Total Searches" }).click();
  const most = Math.max(...answer.searchTerms.map(([, count]) => count));
  expect((await rowsOf(table))[0]?.[1]).toBe(writtenAs(most, "count"));
});

test("visitors: months with the year, and durations in minutes and seconds", async ({ page }) => {
  await answerOf(page, "siteVisitors/breakdowns", "/website-dashboard/visitors-breakdown");
  await expect(page.locator("canvas")).toHaveCount(3);
  await expectAspect(page);
  for (const [month, duration] of await rowsOf(
    await asTable(page, { title: "Average Session Duration by Period" }),
  )) {
    expect(month).toMatch(/^[A-Z][a-z]{2} \d{4}( \(.+\))?$/);
    expect(duration).toMatch(/^\d\d:\d\d$/);
  }
});

test("the dashboard's pies show the same shares", async ({ page }) => {
  type Info = { platforms: Record<string, Platform[]>; newReturnVisitors: { news: number; returns: number } };
  const info = await answerOf<Info>(page, "info", "/website-dashboard");
  for (const [dimension, title] of DIMENSIONS) {
    const rows = (info.platforms[dimension] ?? []).map(([name, value]) => ({ name, value }));
    const shown = await rowsOf(cardOf(page, "Platforms").getByRole("table", { name: title, exact: true }));
    expect(shown).toEqual(sharesOf(rows).map(([name, , share]) => [name, share]));
  }
  const { news, returns } = info.newReturnVisitors;
  const shown = await rowsOf(cardOf(page, "New / Returning Visitors").getByRole("table"));
  expect(shown).toEqual(
    sharesOf([
      { name: "New Visitors", value: news },
      { name: "Returning Visitors", value: returns },
    ]),
  );
});

test("the cards of the dashboard leave no gaps at any width", async ({ page }) => {
  await open(page, "/website-dashboard");
  /** How far each card is stretched to the height of its row, relative to its own height. */
  const stretched = () =>
    page.getByRole("article").evaluateAll((cards) => {
      const heights = () => cards.map((card) => card.getBoundingClientRect().height);
      const shown = heights();
      const grid = cards[0]?.parentElement;
      if (grid) grid.style.alignItems = "start";
      const own = heights();
      if (grid) grid.style.alignItems = "";
      return Math.max(...shown.map((height, at) => height / (own[at] ?? height) - 1));
    });
  for (const width of [640, 820, 1100, 1440, 1900]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(stretched, `${width} wide`).toBeLessThan(0.5);
  }
  const pies = await cardOf(page, "Platforms")
    .getByRole("heading", { level: 4 })
    .evaluateAll((titles) => titles.map((title) => title.getBoundingClientRect().left));
  expect(new Set(pies).size).toBe(2);
  await page.setViewportSize({ width: 1440, height: 900 });
  await cardOf(page, "Website Visitors")
    .getByRole("button", { name: /^Trends/ })
    .click();
  await expect(page.getByRole("complementary", { name: "Trends" })).toBeVisible();
  await expect.poll(stretched).toBeLessThan(0.5);
});
