import type { Locator, Page } from "@playwright/test";
import {
  bar,
  block,
  cardOf,
  goTo,
  idle,
  LOGINS,
  MONITOR,
  notice,
  open,
  periodButton,
  withFilters,
} from "./page";
import { headingOf } from "./specified";
import { expect, signIn, test } from "./test";

const LAST_YEAR = new Date().getFullYear() - 1;

const panel = (page: Page) => page.getByRole("complementary", { name: "Trends" });
const popover = (page: Page) => page.getByRole("dialog").last();

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, goal: Locator, key = "Tab"): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press(key);
    if (await goal.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${goal} is not reached`);
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test.describe("from signing in", () => {
    test.use({ signedIn: false });

    test("score, period, tier, trends, breakdown, and back", async ({ page, user }) => {
      await page.goto("/login");
      await signIn(page, user);
      await page.waitForURL(`**${MONITOR}`);
      await idle(page);

      await page.getByRole("button", { name: /^BOND Score [\d.]+ out of 100/ }).tap();
      const score = page.getByRole("dialog", { name: "Score breakdown" });
      await expect(score.getByRole("meter").first()).toBeVisible();
      await score.getByRole("button", { name: "Close Breakdown" }).tap();
      await expect(score).toBeHidden();

      await periodButton(page).tap();
      await popover(page).getByRole("button", { name: "Last 90 days" }).tap();
      await periodButton(page).tap();
      await popover(page).getByText("Same dates last year").tap();
      await popover(page).getByRole("button", { name: "Apply" }).tap();
      await expect(bar(page).getByText("(same dates last year)")).toBeVisible();
      await expect(periodButton(page)).toHaveText(/Last 90 days/);

      await bar(page)
        .getByRole("button", { name: /^User groups/ })
        .tap();
      const only = popover(page)
        .getByRole("region", { name: "Tiers" })
        .getByRole("button", { name: /^ONLY/ })
        .first();
      const tier = ((await only.getAttribute("aria-label")) ?? "").replace("ONLY ", "");
      await only.tap();
      await popover(page).getByRole("button", { name: "Apply" }).tap();
      await expect(
        page.getByRole("button", { name: `User groups ${tier} · as they were then`, exact: true }),
      ).toBeVisible();
      await idle(page);

      await page.getByRole("button", { name: "Trends for Logins" }).tap();
      await expect(panel(page).getByRole("table")).toHaveCount(2);
      await expect(cardOf(page, "Logins").getByText("Total Logins")).toBeInViewport();
      await panel(page).getByRole("button", { name: "Close", exact: true }).tap();

      await page.getByRole("link", { name: "See Breakdown of Logins" }).tap();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Logins Breakdown");
      await page.getByRole("link", { name: "Back to Program Monitor" }).tap();
      await expect(periodButton(page)).toHaveText(/Last 90 days/);
    });
  });

  test("a chart as a table keeps its periods in sight, two lines each, whatever the columns are called", async ({
    page,
  }) => {
    const long = "Wordwithoutanyspace".repeat(11).slice(0, 200);
    await page.route(/members\/dashboard\/logins\/breakdown|users\/logins\/breakdown/, async (route) => {
      const answer = await route.fetch();
      const text = (await answer.text()).replaceAll(/"name":"(\w)[^"]*"/g, `"name":"$1${long}"`);
      await route.fulfill({ response: answer, body: text });
    });
    // The first of these months is not whole, whatever today is, and its name is a long one.
    const months = {
      period: "SELECTED_DATE",
      startDate: `${LAST_YEAR}-02-10`,
      endDate: `${LAST_YEAR}-05-09`,
    };
    await open(page, `${withFilters(LOGINS, months)}&view=logins.table`);
    const chart = block(page, "Logins by Period");
    await chart.getByRole("combobox", { name: "View by" }).selectOption({ label: "Tier" });
    await idle(page);
    const table = chart.getByRole("table");
    const first = table.getByRole("rowheader").first();
    await expect(first).toHaveText(/\(from /);
    const lines = await first.evaluate(
      (one) => one.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(one).lineHeight),
    );
    expect(lines).toBeLessThan(2.9);
    const head = await table.getByRole("columnheader").nth(1).boundingBox();
    expect(head?.height).toBeLessThan(120);
    expect(head?.width).toBeLessThan(300);
    await table.scrollIntoViewIfNeeded();
    await chart.getByRole("region").evaluate((box) => box.scrollTo(10_000, 0));
    await expect(first).toBeInViewport({ ratio: 1 });
  });
});

test("at 320 px no cell of the trends runs into the next", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await open(page, MONITOR);
  await page.getByRole("button", { name: "Trends for Logins" }).click();
  await expect(panel(page).getByRole("table")).toHaveCount(2);
  const cut = () =>
    panel(page)
      .locator("th, td")
      .evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      );
  await expect.poll(cut).toEqual([]);
});

test("by keyboard: Tab stays in the period, and applied filters keep the focus and are announced", async ({
  page,
}) => {
  await open(page, MONITOR);
  await tabTo(page, periodButton(page));
  await page.keyboard.press("Enter");
  const choices = page.getByRole("dialog", { name: "Period" });
  const [custom, chosen] = [
    choices.getByRole("button").first(),
    choices.getByRole("radio", { checked: true }),
  ];
  await tabTo(page, chosen);
  // Reset and Apply are off while nothing has changed, so the chosen radio button is the last field.
  await page.keyboard.press("Tab");
  await expect(custom).toBeFocused();
  await tabTo(page, choices.getByRole("button", { name: "Last 30 days" }));
  await page.keyboard.press("Enter");
  await expect(notice(page)).toBeVisible();
  await tabTo(page, bar(page).getByRole("button", { name: "Apply" }));
  await page.keyboard.press("Enter");
  await expect(bar(page)).toBeFocused();
  await expect(bar(page).getByRole("status").first()).toHaveText("The filters are applied.");
  await tabTo(page, bar(page).getByRole("button", { name: "Reset filters" }));
  await page.keyboard.press("Enter");
  await expect(bar(page)).toBeFocused();
  await expect(periodButton(page)).toHaveText(/This year/);
  await idle(page);

  const trends = page.getByRole("button", { name: "Trends for Logins" });
  await tabTo(page, trends);
  await page.keyboard.press("Enter");
  await expect(panel(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(trends).toBeFocused();
  await tabTo(page, page.getByRole("link", { name: "See Breakdown of Logins" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Logins Breakdown");
  await idle(page);
  const chart = block(page, "Logins by Period");
  const menu = chart.getByRole("button", { name: "More: Logins by Period" });
  await tabTo(page, menu);
  await page.keyboard.press("Enter");
  const asTable = chart.getByRole("menuitem", { name: "View as table" });
  await expect(asTable).toBeVisible();
  while (!(await asTable.evaluate((one) => one === document.activeElement)))
    await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(chart.getByRole("table")).toBeVisible();
  await expect(menu).toBeFocused();
});

/** A node of Chromium's accessibility tree. */
type AxNode = { ignored: boolean; role: string; name: string };

async function axTree(page: Page): Promise<AxNode[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  return nodes.map(({ ignored, role, name }) => ({
    ignored,
    role: String(role?.value ?? ""),
    name: String(name?.value ?? "").trim(),
  }));
}

const NAMED =
  /^(button|link|img|image|table|region|article|dialog|navigation|checkbox|radio|combobox|meter|group|searchbox|textbox)$/;

test("a screen reader finds a name for everything, and nothing empty", async ({ page }) => {
  await open(page, MONITOR);
  for (const at of [MONITOR, "/user-dashboard", LOGINS]) {
    await goTo(page, at, headingOf(at));
    const nodes = (await axTree(page)).filter(({ ignored }) => !ignored);
    expect(
      nodes.filter(({ role, name }) => NAMED.test(role) && name === ""),
      at,
    ).toEqual([]);
    const headings = nodes.filter(({ role }) => role === "heading").map(({ name }) => name);
    expect(headings.filter((one, place) => headings.indexOf(one) !== place)).toEqual([]);
    const empty = await page
      .locator("nav, tfoot, ul, ol")
      .evaluateAll((all) => all.filter((one) => one.children.length === 0).map((one) => one.outerHTML));
    expect(empty).toEqual([]);
  }
});

test("a screen reader hears what small lines and charts show, and the score once", async ({ page }) => {
  await open(page, MONITOR);
  const line = /The line starts at \S.*: [\d,.]+%? and ends at \S.*: [\d,.]+%?\./;
  await expect(page.getByRole("article", { name: "Logins", exact: true })).toContainText(line);
  await expect(page.getByRole("row", { name: /^Unique Logins/ })).toContainText(line);
  const card = page.getByRole("region", { name: "BOND Score", exact: true });
  const heard = await card.ariaSnapshot();
  expect(heard.match(/last month/g)).toHaveLength(1);
  await open(page, LOGINS);
  const chart = block(page, "Logins by Period");
  await chart.getByRole("combobox", { name: "View by" }).selectOption({ label: "Tier" });
  await idle(page);
  const names = await chart.getByRole("listitem").getByRole("button").allInnerTexts();
  expect(names.length).toBeGreaterThan(1);
  for (const name of names)
    await expect(chart.getByRole("img")).toHaveAccessibleName(
      new RegExp(`\\. ${name}, .*: [\\d,]+ to .*: [\\d,]+\\.`),
    );
});

test("at 200 % and every width between, the indicators stand whole in their frame", async ({ page }) => {
  await open(page, MONITOR);
  const table = page.getByRole("table", { name: "Indicators of the program" });
  for (const width of [320, 640, 720, 900, 1100, 1440]) {
    await page.setViewportSize({ width, height: 450 });
    const over = () => table.evaluate((one) => one.clientWidth - (one.parentElement?.clientWidth ?? 0));
    await expect.poll(over, `${width} wide`).toBeLessThanOrEqual(0);
  }
});
