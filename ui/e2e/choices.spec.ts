import type { Page } from "@playwright/test";
import { headsOf, menuItem, rowsOf, setScale } from "./blocks";
import { breakdownAt, byDashboard } from "./declared";
import {
  apply,
  block,
  callsOf,
  goTo,
  idle,
  LOGINS,
  MONITOR,
  open,
  openPeriod,
  TWO_YEARS,
  withFilters,
} from "./page";
import { guarded } from "./specified";
import { expect, test } from "./test";

const FILTERS = TWO_YEARS;

/** The choices in the address. */
const view = (page: Page) => new URL(page.url()).searchParams.get("view");

/** The choices that the logins screen shows. */
async function loginsShown(page: Page) {
  const chart = block(page, "Logins by Period");
  const table = page.getByRole("table", { name: "Total / Unique Logins" });
  return {
    scale: await chart.getByRole("combobox", { name: "Time scale" }).inputValue(),
    viewBy: await chart.getByRole("combobox", { name: "View by" }).inputValue(),
    picture: await rowsOf(chart.getByRole("table")),
    heads: await headsOf(table),
    sorted: await table.locator("th[aria-sort]").innerText(),
    direction: await table.locator("th[aria-sort]").getAttribute("aria-sort"),
    rows: await rowsOf(table),
  };
}

async function chooseLogins(page: Page): Promise<void> {
  const chart = block(page, "Logins by Period");
  await setScale(chart, "Quarters");
  await chart.getByRole("combobox", { name: "View by" }).selectOption("TIER");
  await (await menuItem(chart, "View as table")).click();
  const region = block(page, "Total / Unique Logins");
  await region.getByRole("combobox", { name: "View by" }).selectOption("AUDIENCE");
  await region.getByRole("combobox", { name: "then" }).selectOption("TIER");
  await expect(region.getByRole("columnheader", { name: "Audience / Tier" })).toBeVisible();
  await region.getByRole("button", { name: "Unique Logins", exact: true }).click();
  await idle(page);
}

const CHOSEN = "logins.quarters.by-tier.table*table.by-audience-tier.desc-unique";

test("the choices of blocks survive a reload, Back, and a link in another browser", async ({
  page,
  browser,
  session,
  baseURL,
}) => {
  await open(page, withFilters(LOGINS, FILTERS));
  await chooseLogins(page);
  expect(view(page)).toBe(CHOSEN);
  const shown = await loginsShown(page);
  expect(shown).toMatchObject({ viewBy: "TIER", direction: "descending" });
  expect(shown.heads[0]).toBe("Audience / Tier");

  await page.reload();
  await idle(page);
  expect(await loginsShown(page)).toEqual(shown);

  await page.getByRole("link", { name: "Members Dashboard" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Member Dashboard");
  expect(view(page)).toBeNull();
  await page.goBack();
  await idle(page);
  await expect.poll(() => loginsShown(page)).toEqual(shown);

  const other = await browser.newContext({ ...(baseURL ? { baseURL } : {}), storageState: await session() });
  const copied = await other.newPage();
  await open(copied, page.url());
  expect(await loginsShown(copied)).toEqual(shown);
  await other.close();
});

test("a list keeps its search, its sort and Show all; typing adds nothing to the history", async ({
  page,
}) => {
  await open(page, withFilters("/offers-dashboard", FILTERS));
  await page.getByRole("link", { name: "See Breakdown of Offers Total Interactions" }).click();
  await idle(page);
  const region = block(page, "Offers");
  const table = region.getByRole("table");
  await region.getByRole("button", { name: /^Show all/ }).click();
  await table.getByRole("button", { name: "Total Visits" }).click();
  await region.getByRole("searchbox").pressSequentially("a 5%");
  await region.getByRole("searchbox").fill("e");
  await expect.poll(() => view(page)).toBe("OFFERS.desc-totalViews.all.find-e");
  const rows = await rowsOf(table);
  expect(rows.length).toBeGreaterThan(20);
  await page.reload();
  await idle(page);
  await expect(region.getByRole("searchbox")).toHaveValue("e");
  expect(await rowsOf(table)).toEqual(rows);
  // One step back leaves the screen: choices add no history entries.
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Offers Dashboard");
  await idle(page);
});

test("applying a filter keeps the choices; a link to another screen drops them", async ({ page }) => {
  await open(page, withFilters(LOGINS, FILTERS));
  await chooseLogins(page);
  await openPeriod(page);
  await page.getByRole("button", { name: "Last calendar year" }).click();
  await apply(page);
  await expect.poll(() => new URL(page.url()).searchParams.get("filters")).toContain("PREVIOUS_YEAR");
  await idle(page);
  expect(view(page)).toBe(CHOSEN);
  expect((await loginsShown(page)).heads[0]).toBe("Audience / Tier");
  await page.getByRole("link", { name: "Back to Member Dashboard" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Member Dashboard");
  expect(view(page)).toBeNull();
  await page.getByRole("link", { name: "See Breakdown of Registrations", exact: true }).click();
  await idle(page);
  expect(view(page)).toBeNull();
  await expect(block(page, "Registrations").getByRole("columnheader").first()).toHaveText("LOB");
});

test("an address with invalid choices shows the screen with its defaults", async ({ page }) => {
  await open(page, withFilters(LOGINS, FILTERS));
  const opening = await page.getByRole("main").innerText();
  const junk = "logins.decades.by-nobody*table.by-lob-lob.desc-nothing.find-%25E0*nothing.all*%2A.";
  await open(page, `${withFilters(LOGINS, FILTERS)}&view=${junk}`);
  expect(await page.getByRole("main").innerText()).toBe(opening);
});

test("tables by audience open by audience, and the request of their screen says so", async ({ page }) => {
  test.setTimeout(60_000);
  const byAudience = byDashboard
    .flatMap(([, screens]) => screens)
    .filter(({ blocks }) =>
      blocks.some(({ kind, title }) => kind === "table" && /by audience$/i.test(title)),
    );
  expect(byAudience.map(({ route }) => route)).toHaveLength(6);
  await open(page, MONITOR);
  const calls = callsOf(page);
  for (const { route, endpoint, blocks } of byAudience) {
    calls.length = 0;
    await goTo(page, withFilters(`/${route}`, FILTERS), guarded[`/${route}`] ?? "");
    const sent = calls.filter(({ path }) => path.startsWith(`${endpoint}/`));
    expect(sent.map(({ path }) => path)).toEqual([`${endpoint}/breakdowns`]);
    expect(sent[0]?.body).toMatchObject({ viewByH1: "AUDIENCE" });
    for (const { title, kind } of blocks.filter((one) => one.kind === "table")) {
      const region = block(page, title);
      await expect(region.getByRole("columnheader").first(), `${kind} ${title}`).toHaveText("Audience");
      await expect(region.getByRole("combobox", { name: "View by" })).toHaveValue("AUDIENCE");
    }
  }
  // Tables without Audience in their title open by line of business.
  calls.length = 0;
  await goTo(page, withFilters(LOGINS, FILTERS), "Logins Breakdown");
  const endpoint = breakdownAt(LOGINS)?.endpoint;
  expect(calls.find(({ path }) => path === `${endpoint}/breakdowns`)?.body).not.toHaveProperty("viewByH1");
});

test("a block that reloads alone shows its own progress; the overlay does not appear", async ({ page }) => {
  await open(page, withFilters(LOGINS, FILTERS));
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/breakdown/LOGINS_BY_PERIOD", async (route) => {
    await held;
    await route.continue();
  });
  const region = block(page, "Logins by Period");
  // Records whether the overlay ever appears.
  await page.evaluate(() => {
    const seen = window as unknown as { covered: boolean };
    seen.covered = false;
    new MutationObserver(() => {
      if (document.body.innerText.includes("Loading...")) seen.covered = true;
    }).observe(document.body, { childList: true, subtree: true });
  });
  await setScale(region, "Years");
  await expect(region).toHaveAttribute("aria-busy", "true");
  // By the time the progress bar of the block is visible, the overlay would be too.
  await expect(region.locator("> span[aria-hidden]")).toHaveCSS("opacity", "1");
  await page.waitForFunction(() => new Promise((done) => setTimeout(() => done(true), 300)));
  await expect(block(page, "Total / Unique Logins")).toHaveAttribute("aria-busy", "false");
  release();
  await expect(region).toHaveAttribute("aria-busy", "false");
  expect(await page.evaluate(() => (window as unknown as { covered: boolean }).covered)).toBe(false);
});
