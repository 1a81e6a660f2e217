import { headsOf, type Row, rowsOf } from "./blocks";
import { fieldOf } from "./declared";
import { block, callsOf, csvRows, downloaded, idle, open, withFilters } from "./page";
import { expect, test } from "./test";

const TOTAL = "/offers-dashboard/total-interactions-breakdown";
const TOTAL_CALL = "api/v1/offer/dashboard/totalInteraction";
const SHARES = "/content-dashboard/shares-breakdown";
const SHARES_CALL = "api/v1/content/dashboard/sharesAndPrints";
const FILTERS = { period: "LAST_12MONTHS" };

test("the list of offers is filtered while typing; the file contains the matches", async ({ page }) => {
  const answered = page.waitForResponse(`**/${TOTAL_CALL}/breakdowns`);
  await open(page, withFilters(TOTAL, FILTERS));
  const { OFFERS } = (await (await answered).json()) as { OFFERS: { data: Row[] } };
  const region = block(page, "Offers");
  const table = region.getByRole("table");
  const box = region.getByRole("searchbox", { name: "Search in Offers" });
  await expect(box).toHaveAttribute("placeholder", "Type to search");
  const [wanted = ""] = (OFFERS.data[0]?.name ?? "").split(" ");
  const found = OFFERS.data.filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()));
  const calls = callsOf(page);
  await box.pressSequentially(wanted.toUpperCase());
  await expect
    .poll(async () => (await rowsOf(table)).map(([name]) => name).sort())
    .toEqual(
      found
        .map(({ name }) => name)
        .sort()
        .slice(0, 20),
    );
  const press = region.getByRole("button", { name: "Download CSV: Offers" });
  const rows = csvRows((await downloaded(page, press)).content);
  expect(rows.slice(1).sort()).toEqual(
    found.map((row) => [row.name, row.totalViews, row.totalIntentToRedeem].map(String)).sort(),
  );
  await box.fill("no offer is called this");
  await expect(region).toContainText("Nothing matches");
  await expect(press).toBeDisabled();
  // The whole list was loaded with the screen.
  expect(calls).toEqual([]);
});

test("sorting a shortened list by another column loads the rest first", async ({ page, api }) => {
  await open(page, withFilters(SHARES, FILTERS));
  const region = block(page, "Shares");
  const table = region.getByRole("table");
  await expect(table.locator("tbody tr")).toHaveCount(10);
  const calls = callsOf(page);
  const { data } = await api<{ data: Row[] }>(`${SHARES_CALL}/breakdown/SHARES`, FILTERS);
  expect(data.length).toBeGreaterThan(10);
  const answered = page.waitForResponse(`**/${SHARES_CALL}/breakdown/SHARES`);
  await table.getByRole("button", { name: "Page", exact: true }).click();
  await answered;
  await idle(page);
  expect(calls.map(({ path }) => path)).toEqual([`${SHARES_CALL}/breakdown/SHARES`]);
  expect(calls[0]?.body?.recordCount ?? 0).toBe(0);
  await expect(table.locator("tbody tr")).toHaveCount(data.length);
  expect((await rowsOf(table)).map(([, name]) => name?.toLowerCase())).toEqual(
    data.map(({ page: name }) => String(name).toLowerCase()).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
  );
  await expect(block(page, "Prints").locator("tbody tr")).toHaveCount(10);
});

test("names that a spreadsheet would evaluate as formulas stay text in a file", async ({ page }) => {
  const names = ["=HYPERLINK(0)", "+1", "-2+3", "@SUM(A1)", " =1+1", "\t=1", 'a "quoted", name', "harmless"];
  await page.route(`**/${TOTAL_CALL}/breakdowns`, async (route) => {
    const answer = await route.fetch();
    const blocks = await answer.json();
    blocks.OFFERS.data = names.map((name) => ({ name, totalViews: 5, totalIntentToRedeem: -1 }));
    await route.fulfill({ json: blocks });
  });
  await open(page, TOTAL);
  const { content } = await downloaded(
    page,
    page.getByRole("button", { name: "Download CSV: Offers", exact: true }),
  );
  const rows = csvRows(content).slice(1);
  const file = rows.map(([name = "", ...figures]) => ({ name: name.replaceAll('""', '"'), figures }));
  // A tab may begin another cell.
  const risky = names.slice(0, 6).map((name) => `'${name.replace("\t", "\t'")}`);
  expect(file.map(({ name }) => name).sort()).toEqual([...risky, ...names.slice(6)].sort());
  // Figures stay figures, even negative ones.
  for (const { figures } of file) expect(figures).toEqual(["5", "-1"]);
});

test("a count and its share: up to 2 decimals, two columns in the file", async ({ page, api }) => {
  const { data } = await api<{ data: Row[] }>(
    "api/v1/dashboard/users/returnRateFrequency/breakdown/RETURN_FREQUENCY_TABLE",
    FILTERS,
  );
  await open(page, withFilters("/user-dashboard/return-rate-breakdown", FILTERS));
  const region = block(page, "Return Frequency");
  const buckets = ["1-3", "4-7", "8-10", ">10"];
  const heads = await headsOf(region.getByRole("table"));
  expect(heads.map((head) => head.replace(/ Logins$/i, ""))).toEqual(["LOB", ...buckets]);
  for (const [at, cells] of (await rowsOf(region.getByRole("table"))).entries()) {
    const row = data[at];
    const counts = ["logins1_3", "logins4_7", "logins8_10", "logins10"].map((field) => Number(row?.[field]));
    const sum = counts.reduce((total, count) => total + count, 0);
    expect(cells).toEqual([
      row?.name,
      ...counts.map((count) => {
        const share = Math.round((count / sum) * 10_000) / 100;
        return `${count.toLocaleString("en-US")} ${share.toLocaleString("en-US")}%`;
      }),
    ]);
  }
});

test("Tab moves from a column header to its definition", async ({ page }) => {
  await open(page, withFilters("/user-dashboard/logins-breakdown", FILTERS));
  const table = page.getByRole("table", { name: "Total / Unique Logins" });
  await table.getByRole("button", { name: "LOB", exact: true }).focus();
  for (const field of ["total", "unique"]) {
    const { label, definition } = fieldOf("api/v1/dashboard/users/logins", "LOGINS_TABLE", field);
    await page.keyboard.press("Tab");
    await expect(table.getByRole("button", { name: label, exact: true })).toBeFocused();
    await expect(page.getByRole("tooltip", { name: definition })).toBeAttached();
  }
  await open(page, withFilters(TOTAL, FILTERS));
  const list = block(page, "Categories").getByRole("table");
  await list.scrollIntoViewIfNeeded();
  // Scrolling hides the tooltip, so wait for its end.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await list.getByRole("button", { name: "Category", exact: true }).focus();
  await page.keyboard.press("Tab");
  const { definition } = fieldOf(TOTAL_CALL, "CATEGORIES", "totalViews");
  await expect(page.getByRole("tooltip", { name: definition })).toBeAttached();
});

test.describe("a list of 10,000 rows", () => {
  const COUNT = 10_000;
  // Distinct names of one to three lines; figures decrease, so the order matches the names.
  const OFFERS = Array.from({ length: COUNT }, (_, at) => ({
    name: `Offer ${String(at + 1).padStart(5, "0")}${" with a longer name".repeat(at % 7 === 3 ? 5 : 0)}`,
    totalViews: COUNT - at,
    totalIntentToRedeem: at % 100,
  }));

  test.beforeEach(async ({ page }) => {
    await page.route(`**/${TOTAL_CALL}/breakdowns`, async (route) => {
      const answer = await route.fetch();
      const blocks = await answer.json();
      blocks.OFFERS.data = OFFERS;
      await route.fulfill({ json: blocks });
    });
    await open(page, TOTAL);
    const region = block(page, "Offers");
    await expect(region.getByRole("table")).not.toHaveAttribute("aria-rowcount");
    await region.getByRole("button", { name: /^Show all/ }).click();
    await expect(region.getByRole("table")).toHaveAttribute("aria-rowcount", String(COUNT + 1));
  });

  test("draws the visible rows at every scroll position", async ({ page }) => {
    const table = block(page, "Offers").getByRole("table");
    const last = table.getByRole("rowheader", { name: /^Offer 10000/ });
    await expect(last).toHaveCount(0);
    const widths = () =>
      table
        .locator("thead th")
        .evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().width));
    const before = await widths();
    for (const share of [0.1, 0.35, 0.5, 0.8]) {
      await page.evaluate((at) => scrollTo(0, document.documentElement.scrollHeight * at), share);
      // There is a row in the middle of the window, and its index matches its name.
      await expect
        .poll(() =>
          page.evaluate(() => {
            const row = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest("tr");
            const name = `Offer ${String(Number(row?.getAttribute("aria-rowindex")) - 1).padStart(5, "0")}`;
            return row?.querySelector("th")?.textContent?.startsWith(name);
          }),
        )
        .toBe(true);
      expect(await table.locator("tbody tr").count()).toBeLessThan(150);
      expect(await widths()).toEqual(before);
    }
    // Rows measured after a jump may still move the window, so that the key has to be pressed again.
    const jump = (key: string, arrived: () => Promise<void>) =>
      expect(async () => {
        await page.keyboard.press(key);
        await arrived();
      }).toPass();
    await jump("End", () => expect(last).toBeInViewport({ timeout: 500 }));
    await expect(last.locator("xpath=..")).toHaveAttribute("aria-rowindex", String(COUNT + 1));
    const first = table.getByRole("rowheader", { name: /^Offer 00001/ });
    await jump("Home", () => expect(first).toBeAttached({ timeout: 500 }));
  });

  test("is searched, sorted and saved in full", async ({ page }) => {
    const region = block(page, "Offers");
    const table = region.getByRole("table");
    const press = region.getByRole("button", { name: "Download CSV: Offers" });
    expect(csvRows((await downloaded(page, press)).content)).toHaveLength(COUNT + 1);
    await table.getByRole("button", { name: "Offer", exact: true }).click();
    await expect(table.getByRole("columnheader").first()).toHaveAttribute("aria-sort", "descending");
    await expect(table.getByRole("rowheader").first()).toHaveText(/^Offer 10000/);
    await region.getByRole("searchbox").fill("offer 0777");
    await expect(table.getByRole("rowheader")).toHaveCount(10);
    await expect(table).not.toHaveAttribute("aria-rowcount");
    await region.getByRole("searchbox").fill("");
    await expect(table).toHaveAttribute("aria-rowcount", String(COUNT + 1));
  });

  test("is printed in full", async ({ page }) => {
    test.slow();
    const region = block(page, "Offers");
    // Laying out ten thousand rows takes seconds: only a release prints all of them.
    if (!process.env.E2E_ALL) await region.getByRole("searchbox").fill("offer 00");
    const count = process.env.E2E_ALL ? COUNT : 999;
    await expect(region.getByRole("table")).toHaveAttribute("aria-rowcount", String(count + 1));
    const drawn = () => region.locator("tbody tr[aria-rowindex]").count();
    expect(await drawn()).toBeLessThan(150);
    expect(await page.evaluate(() => dispatchEvent(new Event("beforeprint")))).toBe(true);
    expect(await drawn()).toBe(count);
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    await expect.poll(drawn).toBeLessThan(150);
  });
});
