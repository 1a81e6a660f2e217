import { filtersOf, idle, LOGINS, MONITOR, open, plain, withFilters, written } from "./page";
import { expect, test } from "./test";

const FILTERS = { period: "LAST_90DAYS", userGroupsTiersAll: false, userGroupTiers: [1, 2] };

type Figures = Record<string, Record<string, number>> & {
  compare: Record<string, { changePercent: number | null }>;
};
type Indicator = { typeName: string; percent: number; sum: number; popSum: number; popPercent: number };

const money = (amount: number) =>
  `$${amount.toLocaleString("en-US", amount < 1000 ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { maximumFractionDigits: 0 })}`;
const percent = (figure: number) => `${written(figure)}%`;
const delta = (figure: number) =>
  figure < 0 ? `\u2212${written(-figure)}` : figure > 0 ? `+${written(figure)}` : "0";

test("greets by name, with the day; a figure has a definition, and a card its breakdown", async ({
  page,
  api,
}) => {
  const { today } = await api<{ today: string }>("api/v1/program");
  await open(page, MONITOR);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Hello, ANN! Everything you need at a glance.",
  );
  const day = new Date(`${today}T12:00:00Z`).toLocaleDateString("en-US", {
    timeZone: "UTC",
    weekday: "long",
    month: "long",
    day: "numeric",
  });
  await expect(page.getByText(day, { exact: true })).toBeVisible();
  await expect(page).toHaveTitle(/^Program Monitor/);
  await expect(page.getByRole("link", { name: /^Back to (?!School)/ })).toHaveCount(0);

  await page.getByRole("button", { name: /^Total Logins/ }).click();
  const definition = page.getByRole("dialog", { name: "Total Logins" });
  await expect(definition).toContainText("Logins in the period.");
  await page.keyboard.press("Escape");
  await expect(definition).toHaveCount(0);

  await page.getByRole("link", { name: "See Breakdown of Logins", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Logins Breakdown");
  expect(new URL(page.url()).pathname).toBe(LOGINS);
});

test("indicators and pinned cards have the figures of the answer, and links that carry the filters", async ({
  page,
  api,
}) => {
  const rows = await api<Indicator[]>("api/v1/program/monitor/getIndicatorList", FILTERS);
  await open(page, withFilters(MONITOR, FILTERS));
  const table = page.getByRole("table", { name: "Indicators of the program" });
  const heads = (await table.getByRole("columnheader").allInnerTexts()).slice(0, 4);
  expect(heads).toEqual(["Indicators", "Value", "Period Over Period", "Trend"]);
  const shown = await table.locator("tbody tr").all();
  expect(shown).toHaveLength(rows.length);
  for (const [at, row] of rows.entries()) {
    const line = table.locator("tbody tr").nth(at);
    await expect(line.getByRole("rowheader")).toContainText(row.typeName);
    const cells = line.getByRole("cell");
    await expect(cells.nth(0)).toContainText(written(row.sum));
    await expect(cells.nth(0)).toContainText(percent(row.percent));
    await expect(cells.nth(1)).toContainText(`${delta(row.popPercent)}%`);
    await expect(cells.nth(1)).toContainText(delta(row.popSum));
    await expect(cells.nth(2).locator("svg")).toBeVisible();
  }
  for (const [name, path] of [
    ["Unique Logins", "/user-dashboard/logins-breakdown"],
    ["Active Members", "/user-dashboard/program-active-rate-breakdown"],
    ["Engaged Members", "/user-dashboard/engagement-rate-breakdown"],
  ] as const) {
    const href = (await table.getByRole("link", { name: `Explore ${name}` }).getAttribute("href")) ?? "";
    expect(href.split("?", 1)[0]).toBe(path);
    expect(filtersOf(href)).toEqual(FILTERS);
  }
  await expect(table.getByRole("link", { name: /^Explore/ })).toHaveCount(3);
  await expect(
    table
      .locator("tbody tr")
      .first()
      .getByRole("link", { name: /Explore/ }),
  ).toHaveCount(0);

  const info = await api<Figures>("api/v1/program/monitor/info", FILTERS);
  const { partnerDto, enrollments, engagementRate, logins, returnRate, unsubscribedDto } = info;
  const cards: [string, string, string, string, [string, string][]][] = [
    [
      "Partners",
      "/offers-dashboard/partners-breakdown",
      "partnerDto.redemptions",
      written(partnerDto?.redemptions ?? NaN),
      [
        ["Sales", money(partnerDto?.sales ?? NaN)],
        ["Savings", money(partnerDto?.savings ?? NaN)],
        ["Savings Per Member", money(partnerDto?.savingsPerUser ?? NaN)],
      ],
    ],
    [
      "Registrations",
      "/user-dashboard/registrations-breakdown",
      "enrollments.totalNewEnrolled",
      written(enrollments?.totalNewEnrolled ?? NaN),
      [["Total Registered", written(enrollments?.totalEnrolled ?? NaN)]],
    ],
    [
      "Program Engagement Rate",
      "/user-dashboard/engagement-rate-breakdown",
      "engagementRate.percent",
      percent(engagementRate?.percent ?? NaN),
      [["Engaged Members", written(engagementRate?.engagedUsers ?? NaN)]],
    ],
    [
      "Logins",
      "/user-dashboard/logins-breakdown",
      "logins.totalLogins",
      written(logins?.totalLogins ?? NaN),
      [["Unique Logins", written(logins?.uniqueLogins ?? NaN)]],
    ],
    [
      "Return Logins and Frequency",
      "/user-dashboard/return-rate-breakdown",
      "returnRate.uniqueReturnLogins",
      written(returnRate?.uniqueReturnLogins ?? NaN),
      [
        ["Avg Login/Member", written(returnRate?.avgLoginUser ?? NaN)],
        [">2 Return Logins", written(returnRate?.returnLogins2More ?? NaN)],
      ],
    ],
    [
      "% of Unsubscribed",
      "/emails-dashboard/unsubscribed-breakdown",
      "unsubscribedDto.percent",
      percent(unsubscribedDto?.percent ?? NaN),
      [["Unsubscribers", written(unsubscribedDto?.sum ?? NaN)]],
    ],
  ];
  const pinned = page.getByRole("region", { name: "Pinned Metrics" });
  await expect(pinned.getByRole("article").getByRole("heading")).toHaveText(cards.map(([title]) => title));
  for (const [title, path, metric, headline, secondary] of cards) {
    const card = pinned
      .getByRole("article")
      .filter({ has: page.getByRole("heading", { name: title, exact: true }) });
    const text = plain(await card.innerText());
    expect(text, title).toContain(headline);
    const change = info.compare[metric]?.changePercent;
    if (typeof change === "number") expect(text, title).toContain(`${delta(change)}%`);
    const small = (await card.getByRole("listitem").allInnerTexts()).map(plain);
    expect(small).toEqual(secondary.map((pair) => pair.join(" ")));
    const href = (await card.getByRole("link", { name: "See Breakdown" }).getAttribute("href")) ?? "";
    expect(href.split("?", 1)[0]).toBe(path);
    expect(filtersOf(href)).toEqual(FILTERS);
    expect(new URL(href, page.url()).searchParams.get("fromPage")).toBe(withFilters(MONITOR, FILTERS));
  }
});

test("a part that fails shows an error in its position, and Try again loads it", async ({
  page,
  expectFailure,
}) => {
  expectFailure(500, "/api/v1/program/monitor/info");
  await page.route("**/monitor/info", (route) =>
    route.fulfill({ status: 500, json: { status: 500, error: "internal", message: "", errors: [] } }),
  );
  await page.goto(MONITOR);
  await expect(page.getByText("Pinned Metrics could not be loaded")).toBeVisible();
  await expect(page.getByRole("table", { name: "Indicators of the program" })).toContainText("Unique Logins");
  await page.unroute("**/monitor/info");
  await page.getByRole("button", { name: "Try again" }).click();
  await idle(page);
  await expect(page.getByRole("article")).toHaveCount(6);
});
