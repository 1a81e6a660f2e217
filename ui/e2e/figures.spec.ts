import type { Locator, Page } from "@playwright/test";
import { asTable, menuItem, rowsOf } from "./blocks";
import { block, cardOf, csvRows, downloaded, idle, LOGINS, MONITOR, open, withFilters } from "./page";
import { expect, test } from "./test";

const FILTERS = { period: "LAST_12MONTHS" };
const LOGINS_CALL = "api/v1/dashboard/users/logins";

type Body = Record<string, unknown>;

/** Changes the answer of a call. */
async function changed(page: Page, path: string, change: (body: Body) => Body | Body[]): Promise<void> {
  await page.route(`**/${path}`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: change(await answer.json()) });
  });
}

/** Whether a text is green, red, or neither. */
function colourOf(text: Locator): Promise<string> {
  return text.evaluate((element) => {
    const canvas = document.createElement("canvas").getContext("2d");
    if (!canvas) throw new Error("no canvas");
    canvas.fillStyle = getComputedStyle(element).color;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0] = canvas.getImageData(0, 0, 1, 1).data;
    if (Math.abs(red - green) < 40) return "neither";
    return green > red ? "green" : "red";
  });
}

/** Indicators and a card with fixed changes: up, level, down; and a rise where lower is better. */
async function withChanges(page: Page, colours?: string): Promise<void> {
  if (colours) await changed(page, "api/v1/program", (program) => ({ ...program, changeColours: colours }));
  await changed(page, "api/v1/program/monitor/getIndicatorList", (rows) =>
    (rows as unknown as Body[]).map((row, at) => ({
      ...row,
      popPercent: [12.5, 0, -3.25, 1][at],
      popSum: [200, 0, -700, 1][at],
    })),
  );
  await changed(page, "api/v1/program/monitor/info", (info) => ({
    ...info,
    compare: {
      ...(info.compare as Body),
      "unsubscribedDto.percent": { before: 1, changePercent: 7.5, points: 0.75, line: [] },
    },
  }));
  await open(page, MONITOR);
}

const indicators = (page: Page) => page.getByRole("table", { name: "Indicators of the program" });

test("changes are coloured by meaning: a rise is red where lower is better, zero is neither red nor green", async ({
  page,
}) => {
  await withChanges(page);
  const colour = (text: string) => colourOf(indicators(page).getByText(text, { exact: true }));
  expect(await colour("up +12.5%")).toBe("green");
  expect(await colour("+200")).toBe("green");
  expect(await colour("down \u22123.25%")).toBe("red");
  expect(await colour("\u2212700")).toBe("red");
  // One more of hundreds may be chance.
  expect(await colour("+1")).toBe("neither");
  expect(await colourOf(indicators(page).getByText("unchanged"))).toBe("neither");
  const card = cardOf(page, "% of Unsubscribed");
  expect(await colourOf(card.getByText("up +7.5%", { exact: true }))).toBe("red");
  expect(await colourOf(card.getByText("+0.75 points"))).toBe("red");
});

test("a program can colour changes by their sign only, as specified", async ({ page }) => {
  await withChanges(page, "sign");
  expect(await colourOf(cardOf(page, "% of Unsubscribed").getByText("up +7.5%", { exact: true }))).toBe(
    "green",
  );
  expect(await colourOf(indicators(page).getByText("unchanged"))).toBe("red");
  expect(await colourOf(indicators(page).getByText("down \u22123.25%", { exact: true }))).toBe("red");
});

test("an indicator without a change says whether history is missing or the figure was 0", async ({
  page,
}) => {
  await changed(page, "api/v1/program/monitor/getIndicatorList", (rows) =>
    (rows as unknown as Body[]).map((row, at) => ({
      ...row,
      popPercent: null,
      ...(at === 0 ? { note: "not enough history" } : { note: undefined, popSum: 3 }),
    })),
  );
  await open(page, MONITOR);
  const cells = indicators(page).locator("tbody tr td:nth-of-type(2)");
  await expect(cells.first()).toHaveText("not enough history");
  await expect(cells.nth(1)).toHaveText("was 0 before");
});

test("figures show all digits up to ten million; shortened ones show them on hover and to screen readers", async ({
  page,
}) => {
  await changed(page, "api/v1/program/monitor/info", (info) => ({
    ...info,
    logins: { totalLogins: 12_345_678, uniqueLogins: 9_876_543 },
  }));
  await open(page, MONITOR);
  const card = cardOf(page, "Logins");
  await expect(card).toContainText("9,876,543");
  const short = card.getByTitle("12,345,678");
  await expect(short.getByText("12.35M")).toHaveAttribute("aria-hidden", "true");
  await expect(short.getByText("12,345,678")).toHaveClass("sr-only");
});

/** The last two months: a complete one, and one with 20 days counted. */
function unfinished(answer: Body): Body {
  const month = (label: string, start: string, end: string, through: string) => {
    const complete = end === through;
    return { label, start, end: through, through, complete, covered: true, previousCovered: false };
  };
  return {
    ...answer,
    data: [
      ["Oct 2026", 700],
      ["Nov 2026", 300],
    ],
    previous: null,
    periods: [
      month("Oct 2026", "2026-10-01", "2026-10-31", "2026-10-31"),
      month("Nov 2026", "2026-11-01", "2026-11-30", "2026-11-20"),
    ],
  };
}

test("an unfinished period names its days in the legend, the text for screen readers, the table and the file", async ({
  page,
}) => {
  await changed(page, `${LOGINS_CALL}/breakdowns`, (blocks) => ({
    ...blocks,
    LOGINS_BY_PERIOD: unfinished(blocks.LOGINS_BY_PERIOD as Body),
  }));
  await open(page, withFilters(LOGINS, FILTERS));
  const title = "Logins by Period";
  const region = block(page, title);
  await expect(region.getByRole("listitem").filter({ hasText: /^to Nov 20$/ })).toBeVisible();
  await expect(region.getByRole("img", { name: title })).toHaveAccessibleName(
    `${title}. Oct 2026: 700 to Nov 2026 (to Nov 20): 300.`,
  );
  expect(await rowsOf(await asTable(page, { title }))).toEqual([
    ["Oct 2026", "700"],
    ["Nov 2026 (to Nov 20)", "300"],
  ]);
  const { content } = await downloaded(page, await menuItem(region, "Download CSV"));
  expect(csvRows(content).slice(1)).toEqual([
    ["Oct 2026", "700"],
    ["Nov 2026 (to Nov 20)", "300"],
  ]);
});

test("sparklines say where their last point ends, and are never a single dot", async ({ page }) => {
  const line = [
    ["Oct 2026", 7],
    ["Nov 2026", 3],
  ];
  await changed(page, "api/v1/program/monitor/info", (info) => {
    const compare = info.compare as Record<string, Body>;
    const of = (more: Body) => ({ before: 5, changePercent: 10, points: null, ...more });
    return {
      ...info,
      compare: {
        ...compare,
        "logins.totalLogins": of({ line, lineThrough: "2026-11-20" }),
        "partnerDto.redemptions": of({ line: line.slice(0, 1) }),
      },
    };
  });
  await changed(page, "api/v1/program/monitor/getIndicatorList", (rows) =>
    (rows as unknown as Body[]).map((row, at) => ({
      ...row,
      trend: at === 0 ? line : line.slice(0, 1),
      trendThrough: at === 0 ? "2026-11-20" : undefined,
    })),
  );
  await open(page, MONITOR);
  const dashed = "svg path[data-unfinished]";
  await expect(cardOf(page, "Logins").locator(dashed)).toHaveCount(1);
  await expect(cardOf(page, "Logins")).toContainText("The last point covers the days up to Nov 20.");
  await expect(cardOf(page, "Partners").locator("svg[preserveAspectRatio]")).toHaveCount(0);
  const rows = indicators(page).locator("tbody tr");
  await expect(rows.first().locator(dashed)).toHaveCount(1);
  await expect(rows.first()).toContainText("to Nov 20");
  await expect(rows.nth(1).locator("svg[preserveAspectRatio]")).toHaveCount(0);
});

test("a tenure is written in years and months, and so is its previous value", async ({ page }) => {
  await changed(page, "api/v1/dashboard/users/userDashboardInfo", (info) => ({
    ...info,
    averageTenure: { years: 2, months: 3 },
    compare: {
      ...(info.compare as Body),
      averageTenure: { before: 25.6, changePercent: 5, points: null, line: [] },
    },
  }));
  await open(page, "/user-dashboard");
  const card = cardOf(page, "Program Average Tenure");
  await expect(card).toContainText("2 years 3 months");
  await expect(card).toContainText("from 2 years 2 months");
});

test("the options of a poll are in the order of the poll, and a note says so", async ({ page, api }) => {
  const info = await api<{ pollList: { id: number }[] }>(
    "api/v1/content/dashboard/polls/breakdown/info",
    FILTERS,
  );
  await open(
    page,
    `${withFilters("/content-dashboard/polls-breakdown", FILTERS)}&poll=${info.pollList[0]?.id}`,
  );
  const region = block(page, "Poll Question and Answers");
  const option = region.getByRole("columnheader", { name: "Option" });
  await expect(option).toHaveAttribute("aria-sort", "other");
  await expect(region).toContainText("The options are in the order of the poll.");
  await option.getByRole("button").click();
  await expect(option).toHaveAttribute("aria-sort", "ascending");
  await expect(region).not.toContainText("The options are in the order of the poll.");
});

test("the trends panel shows its own progress; the overlay does not appear", async ({ page }) => {
  await open(page, "/user-dashboard");
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/v1/trends/*", async (route) => {
    await held;
    await route.continue();
  });
  await page.evaluate(() => {
    const seen = window as unknown as { covered: boolean };
    seen.covered = false;
    new MutationObserver(() => {
      if (document.body.innerText.includes("Loading...")) seen.covered = true;
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole("button", { name: "Trends for Logins", exact: true }).click();
  const panel = page.getByRole("complementary", { name: "Trends" });
  await expect(panel.locator("[aria-busy=true]")).toBeVisible();
  await page.waitForFunction(() => new Promise((done) => setTimeout(() => done(true), 400)));
  release();
  await expect(panel.getByRole("table")).toHaveCount(2);
  expect(await page.evaluate(() => (window as unknown as { covered: boolean }).covered)).toBe(false);
  await idle(page);
});
