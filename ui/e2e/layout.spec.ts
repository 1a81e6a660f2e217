import type { Locator, Page } from "@playwright/test";
import { breakdownAt } from "./declared";
import {
  bar,
  block,
  cardOf,
  expectNoHorizontalOverflow,
  goTo,
  LOGINS,
  MONITOR,
  open,
  openGroups,
} from "./page";
import { guarded } from "./specified";
import { expect, test } from "./test";

const PLATFORMS = "/website-dashboard/platforms-breakdown";
const WIDTHS = [721, 900, 1099] as const;

async function boxOf(one: Locator) {
  const box = await one.boundingBox();
  if (!box) throw new Error("the element is not drawn");
  return box;
}

/** The number of elements in the first row. */
async function perRow(all: Locator): Promise<number> {
  const tops = await all.evaluateAll((each) =>
    each.map((one) => Math.round(one.getBoundingClientRect().top)),
  );
  return tops.filter((top) => top === tops[0]).length;
}

test("a chart with a row to itself is 400 px high, two side by side are 280", async ({ page }) => {
  // The height of a website chart depends on its width.
  const route = Object.keys(guarded).filter((one) => {
    const charts = breakdownAt(one)?.blocks.filter(({ kind }) => kind === "line" || kind === "bars") ?? [];
    return charts.length > 0 && !charts.some((chart) => "aspect" in chart && chart.aspect);
  });
  const seen = new Set<number>();
  const heights = (wide: number) =>
    page.getByRole("main").evaluate((main, wide) => {
      const charts = [...main.querySelectorAll<HTMLElement>("section [role=img]:has(canvas)")];
      return charts.map((chart) => {
        const frame = chart.closest("section");
        const isAlone = (frame?.getBoundingClientRect().width ?? 0) > wide;
        return { isAlone, height: Math.round(chart.getBoundingClientRect().height) };
      });
    }, wide);
  await open(page, MONITOR);
  for (const one of [LOGINS, ...route.filter((at) => at.startsWith("/offers"))]) {
    await goTo(page, one, guarded[one] ?? "");
    const drawn = await heights(700);
    expect(drawn.length).toBeGreaterThan(0);
    for (const { isAlone, height } of drawn) {
      seen.add(height);
      expect(height, one).toBe(isAlone ? 400 : 280);
    }
  }
  expect([...seen].sort()).toEqual([280, 400]);
  await page.setViewportSize({ width: 900, height: 900 });
  // The window is laid out anew in a later frame.
  await expect
    .poll(async () => new Set((await heights(0)).map(({ height }) => height)))
    .toEqual(new Set([400]));
});

test("in a window of 900 px two cards fit in a row, and the pies of the platforms come before their lines", async ({
  page,
}) => {
  await page.setViewportSize({ width: 900, height: 900 });
  await open(page, MONITOR);
  expect(await perRow(page.getByRole("article"))).toBe(2);
  await open(page, PLATFORMS);
  for (const width of [900, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(async () => {
      const [devices, browsers] = await Promise.all([
        boxOf(block(page, "Devices")),
        boxOf(block(page, "Browsers")),
      ]);
      expect(devices.y).toBe(browsers.y);
      // No frame is stretched to twice the height of its content.
      if (width < 1440) return;
      const chart = await boxOf(block(page, "Devices").locator("canvas"));
      expect(devices.height).toBeLessThan(2.2 * chart.height);
    }).toPass({ timeout: 7_000 });
  }
});

test("the sentences of Program Monitor keep no room for lines that they do not have", async ({ page }) => {
  for (const width of [1440, 720, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await open(page, MONITOR);
    const section = page.getByRole("region", { name: "What happened" });
    const [all, last] = [await boxOf(section), await boxOf(section.getByRole("link").last())];
    const padding = await section.evaluate((one) => Number.parseFloat(getComputedStyle(one).paddingBottom));
    expect(all.y + all.height - (last.y + last.height), `${width} px`).toBeLessThanOrEqual(padding + 4);
  }
});

test("the comparison is on one line, beside the last of three filters", async ({ page }) => {
  // A day on which this year is a year to date, so that another comparison is offered.
  await page.route("**/api/v1/program", async (route) => {
    const program = await (await route.fetch()).json();
    await route.fulfill({
      json: { ...program, today: "2026-11-20", firstDay: "2024-01-01", compareToDate: "previous_period" },
    });
  });
  for (const [width, rows] of [
    [1440, 1],
    [900, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await open(page, "/emails-dashboard");
    const [compared, offer, last] = await Promise.all([
      boxOf(bar(page).getByText(/^Compared with/)),
      boxOf(bar(page).getByRole("button", { name: "Compare with the same dates last year" })),
      boxOf(bar(page).getByRole("button", { name: /^Campaigns/ })),
    ]);
    const middle = (box: typeof last) => box.y + box.height / 2;
    expect(Math.abs(middle(compared) - middle(last))).toBeLessThan(2);
    expect(Math.abs(middle(offer) - middle(last))).toBeLessThan(2);
    expect(compared.height).toBeLessThan(24);
    const tops = await bar(page)
      .locator("button[aria-haspopup]")
      .evaluateAll((each) => each.map((one) => Math.round(one.getBoundingClientRect().top)));
    expect(new Set(tops).size).toBe(rows);
  }
});

test("at the narrowest width with a sidebar the title is level with the page's buttons", async ({ page }) => {
  for (const width of [900, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await open(page, "/content-dashboard");
    const [title, account] = await Promise.all([
      boxOf(page.getByRole("heading", { level: 1 })),
      boxOf(page.getByRole("button", { name: /^Account of/ })),
    ]);
    // On the narrow one Export and Share go below the title, and both lines are level with the buttons.
    const most = width === 900 ? 12 : 3;
    expect(Math.abs(title.y + title.height / 2 - account.y - account.height / 2), `${width}`).toBeLessThan(
      most,
    );
  }
});

test("a change stays beside its figure while the sparkline can shrink", async ({ page }) => {
  await open(page, MONITOR);
  const card = cardOf(page, "Logins");
  const change = card.locator("[data-direction]");
  // A long figure, as of a program with a million members.
  await change.evaluate((pill) => {
    const figure = (pill.closest("a") ?? pill).previousElementSibling;
    if (figure) figure.textContent = "88,040,152";
  });
  const [figure, pill, line] = await Promise.all([
    boxOf(card.getByText("88,040,152")),
    boxOf(change),
    boxOf(card.locator("div > svg")),
  ]);
  expect(Math.abs(figure.y + figure.height / 2 - pill.y - pill.height / 2)).toBeLessThan(3);
  expect(line.width).toBeLessThan(96);
});

test("trends leave their card in view in windows of medium width", async ({ page }) => {
  await open(page, MONITOR);
  const panel = page.getByRole("complementary", { name: "Trends" });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    for (const title of ["Partners", "Registrations", "% of Unsubscribed"]) {
      await page.getByRole("button", { name: `Trends for ${title}`, exact: true }).click();
      await expect(panel.getByRole("table")).toHaveCount(2);
      await expect
        .poll(async () => {
          const [card, over] = await Promise.all([boxOf(cardOf(page, title)), boxOf(panel)]);
          return card.y >= 56 && (card.y + card.height <= over.y || card.x + card.width <= over.x);
        }, `${title}, ${width} wide`)
        .toBe(true);
      await page.keyboard.press("Escape");
    }
  }
});

test("with forced colours a chosen state differs from the others", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  const ground = (one: Locator) => one.evaluate((element) => getComputedStyle(element).backgroundColor);
  const differs = async (chosen: Locator, other: Locator) =>
    expect(await ground(chosen)).not.toBe(await ground(other));
  await open(page, LOGINS);
  const menu = page.getByRole("navigation", { name: "Main menu" });
  await differs(menu.locator("[aria-current]"), menu.getByRole("link", { name: "Program Monitor" }));
  await open(page, MONITOR);
  await page.getByRole("button", { name: "Trends for Logins" }).click();
  await differs(
    page.getByRole("button", { name: "Trends for Logins" }),
    page.getByRole("button", { name: "Trends for Partners" }),
  );
  const outline = (one: Locator) => one.evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(await outline(cardOf(page, "Logins"))).toBe("solid");
  expect(await outline(cardOf(page, "Partners"))).toBe("none");
  // The panel takes the focus once it is loaded, which would close a filter.
  await expect(page.getByRole("complementary").getByRole("table")).toHaveCount(2);
  // The native checkbox shows whether it is ticked.
  const groups = await openGroups(page);
  await expect(groups.getByRole("checkbox").first()).toHaveCSS("appearance", "auto");
});

/** Fails if a control is printed. */
async function expectNoControls(page: Page): Promise<void> {
  const controls = await page.evaluate(() =>
    [...document.querySelectorAll("button, a, select, input, nav, dialog, [role=dialog], aside")]
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 0)
      // The name of an item leads on, and is printed as text.
      .filter((one) => !one.closest("tbody"))
      .map((one) => `${one.tagName} ${one.getAttribute("aria-label") ?? one.textContent ?? ""}`)
      .filter((name) =>
        /^(SELECT|INPUT|NAV|DIALOG|ASIDE|DIV)|Explore|Breakdown|Download|View as|Show all|Whole|Trends|Back|theme|Account|Skip/.test(
          name,
        ),
      ),
  );
  expect(controls).toEqual([]);
}

test("a page printed from the dark theme has figures and no controls, and nothing is cut off", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  for (const route of [MONITOR, "/emails-dashboard/performance-breakdown", "/emails-dashboard/screens"]) {
    await page.emulateMedia({ media: "screen" });
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, route);
    const trends = page.getByRole("button", { name: /^Trends for/ }).first();
    if (await trends.isVisible()) await trends.click();
    // An A4 sheet within its margins.
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize({ width: 703, height: 1000 });
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await expectNoControls(page);
    await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
    // What scrolls on the screen is printed in full, within the sheet.
    const cut = () =>
      page.evaluate(() =>
        [...document.querySelectorAll("main *")]
          .filter((one) => one.checkVisibility() && !one.closest(".sr-only, [aria-hidden=true]"))
          .filter((one) => {
            const { left, right } = one.getBoundingClientRect();
            const hides =
              getComputedStyle(one).overflowX !== "visible" && one.scrollWidth > one.clientWidth + 1;
            return (
              right > innerWidth + 1 || left < -1 || (hides && one.querySelector("table, canvas") !== null)
            );
          })
          .map((one) => `${one.tagName} ${one.className}`),
      );
    await expect.poll(cut, route).toEqual([]);
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  }
});

test("a text of 200 characters fits without horizontal scrolling", async ({ page }) => {
  const long = "A note that somebody wrote with care. ".repeat(6).slice(0, 200);
  await page.route(/emails\/dashboard\/schedules/, async (route) => {
    const answer = await route.fetch();
    const text = (await answer.text()).replaceAll(/"notes":"[^"]*"/g, `"notes":"${long}"`);
    await route.fulfill({ response: answer, body: text });
  });
  for (const width of [1440, 900, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await open(page, "/emails-dashboard/schedule");
    const cell = page.getByRole("cell", { name: long.trim() }).first();
    await expect(cell).toBeAttached();
    expect((await boxOf(cell)).height, `${width} wide`).toBeLessThan(260);
    await expectNoHorizontalOverflow(page);
  }
});

for (const [width, tables] of [
  [
    900,
    [
      ["/user-dashboard/program-retention-rate-breakdown", "Program Retention Rate"],
      ["/emails-dashboard/registration-breakdown", "Registered by Campaigns"],
      ["/offers-dashboard/partners-breakdown", "Partners"],
    ],
  ],
  [
    390,
    [
      ["/user-dashboard/program-active-rate-breakdown", "Active Members"],
      ["/offers-dashboard/offers-breakdown", "Categories"],
    ],
  ],
] as const)
  test(`in a window of ${width} px the columns of a table of usual width fit`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await open(page, MONITOR);
    for (const [route, title] of tables) {
      await goTo(page, route, guarded[route] ?? "");
      const overflow = await block(page, title)
        .getByRole("table")
        .evaluate((table) => {
          const scroller = table.parentElement ?? table;
          return scroller.scrollWidth - scroller.clientWidth;
        });
      expect(overflow, title).toBeLessThanOrEqual(0);
    }
  });
